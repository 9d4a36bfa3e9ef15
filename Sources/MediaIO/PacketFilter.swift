import CFFmpeg

/// A bitstream filter between encoder and container.
final class PacketFilter {
    private let context: UnsafeMutablePointer<AVBSFContext>
    private let subject: String

    /// Opens a filter by name on a stream, whose parameters become what leaves the filter.
    init(
        _ name: String, _ options: [String: String], stream: UnsafeMutablePointer<AVStream>, base: AVRational,
        subject: String
    ) throws(MediaError) {
        self.subject = subject
        guard let filter = av_bsf_get_by_name(name) else {
            throw MediaError(
                kind: .unavailable, call: "av_bsf_get_by_name", subject: subject,
                problem: "this build of FFmpeg has no bitstream filter \(name)", wayOut: "install a fuller FFmpeg")
        }
        var made: UnsafeMutablePointer<AVBSFContext>?
        try call("av_bsf_alloc", on: subject) { av_bsf_alloc(filter, &made) }
        guard let opened = made else {
            throw MediaError(call: "av_bsf_alloc", subject: subject, code: candelaErrorNoMemory)
        }
        do {
            try call("avcodec_parameters_copy", on: subject) {
                avcodec_parameters_copy(opened.pointee.par_in, stream.pointee.codecpar)
            }
            opened.pointee.time_base_in = base
            for (name, value) in options {
                try call("av_opt_set", on: subject) { av_opt_set(opened.pointee.priv_data, name, value, 0) }
            }
            try call("av_bsf_init", on: subject) { av_bsf_init(opened) }
            try call("avcodec_parameters_copy", on: subject) {
                avcodec_parameters_copy(stream.pointee.codecpar, opened.pointee.par_out)
            }
        } catch {
            av_bsf_free(&made)
            throw error
        }
        context = opened
    }

    deinit {
        var context: UnsafeMutablePointer<AVBSFContext>? = self.context
        av_bsf_free(&context)
    }

    /// Hands over a packet, which is empty afterwards.
    func send(_ packet: PacketHandle) throws(MediaError) {
        try call("av_bsf_send_packet", on: subject) { av_bsf_send_packet(context, packet.raw) }
    }

    /// Says that there are no more packets.
    func finish() throws(MediaError) {
        try call("av_bsf_send_packet", on: subject) { av_bsf_send_packet(context, nil) }
    }

    /// Takes a packet that is ready; `false` when more are needed, or at the end.
    func receive(into packet: PacketHandle) throws(MediaError) -> Bool {
        try call("av_bsf_receive_packet", on: subject, expecting: [candelaErrorAgain, candelaErrorEnd]) {
            av_bsf_receive_packet(context, packet.raw)
        } >= 0
    }
}
