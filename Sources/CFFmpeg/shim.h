// What Swift cannot import of FFmpeg: macros, and the few calls whose form differs between versions 5.1 and later.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int candelaErrorAgain = AVERROR(EAGAIN);
static const int candelaErrorNoMemory = AVERROR(ENOMEM);
static const int candelaErrorEnd = AVERROR_EOF;
static const int candelaErrorInvalidData = AVERROR_INVALIDDATA;
static const int candelaErrorNoOption = AVERROR_OPTION_NOT_FOUND;
static const int candelaErrorNoDecoder = AVERROR_DECODER_NOT_FOUND;
static const int candelaErrorNoDemuxer = AVERROR_DEMUXER_NOT_FOUND;
static const int candelaErrorNoEncoder = AVERROR_ENCODER_NOT_FOUND;
static const int candelaErrorNoMuxer = AVERROR_MUXER_NOT_FOUND;
static const int candelaErrorExperimental = AVERROR_EXPERIMENTAL;
static const int candelaErrorPatchWelcome = AVERROR_PATCHWELCOME;
static const int candelaErrorUnknown = AVERROR_UNKNOWN;
static const int candelaErrorExternal = AVERROR_EXTERNAL;
/// How swscale converts: exactly where formats allow it; macros here, an enumeration in later versions.
static const int candelaScaling = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
static const int64_t candelaNoTime = AV_NOPTS_VALUE;

/// Bytes that libraries may read beyond a buffer's end.
static const int candelaInputPadding = AV_INPUT_BUFFER_PADDING_SIZE;

static inline int candelaError(int number) { return AVERROR(number); }

/// Plane `index` of a frame: its address and the bytes from one row to the next.
static inline uint8_t *candelaPlane(const AVFrame *frame, int index) { return frame->data[index]; }
static inline int candelaRow(const AVFrame *frame, int index) { return frame->linesize[index]; }
static inline void candelaSetPlane(AVFrame *frame, int index, uint8_t *address, int row) {
    frame->data[index] = address;
    frame->linesize[index] = row;
}
static inline void candelaSetBuffer(AVFrame *frame, int index, AVBufferRef *buffer) { frame->buf[index] = buffer; }
static inline uint8_t **candelaExtendedData(AVFrame *frame) { return frame->data; }
static inline AVBufferRef *candelaBuffer(const AVFrame *frame, int index) { return frame->buf[index]; }

static inline int64_t candelaFrameDuration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

static inline void candelaSetFrameDuration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

static inline int candelaIsKeyFrame(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

static inline int candelaIsInterlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

/// Adds a filter of the name to a graph, with its options; `made` is what it becomes.
static inline int candelaAddFilter(
    AVFilterContext **made, AVFilterGraph *graph, const char *name, const char *options) {
    const AVFilter *filter = avfilter_get_by_name(name);
    if (!filter) return AVERROR_FILTER_NOT_FOUND;
    return avfilter_graph_create_filter(made, filter, name, options, NULL, graph);
}

/// Side data that a container gives for a whole stream, or null.
static inline const uint8_t *candelaStreamSideData(const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
    *size = 0;
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    const AVPacketSideData *found = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    if (!found) return NULL;
    *size = found->size;
    return found->data;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}

/// Gives a whole stream side data; takes `data`, which av_malloc made, on success.
static inline int candelaAddStreamSideData(AVStream *stream, enum AVPacketSideDataType type, uint8_t *data, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    return av_packet_side_data_add(
               &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, data, size, 0)
        ? 0 : AVERROR(ENOMEM);
#else
    return av_stream_add_side_data(stream, type, data, size);
#endif
}

typedef int (*candelaWriter)(void *opaque, const uint8_t *bytes, int count);
typedef int64_t (*candelaSeeker)(void *opaque, int64_t offset, int whence);

/// An AVIOContext that writes through two functions of ours.
static inline AVIOContext *candelaOpenOutput(
    uint8_t *buffer, int size, void *opaque, candelaWriter write, candelaSeeker seek) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    return avio_alloc_context(buffer, size, 1, opaque, NULL, write, seek);
#else
    return avio_alloc_context(buffer, size, 1, opaque, NULL, (int (*)(void *, uint8_t *, int))write, seek);
#endif
}

/// Lets decoder threads call `get_buffer2` at once; later versions always do.
static inline void candelaAllowParallelBuffers(AVCodecContext *context) {
#if LIBAVCODEC_VERSION_MAJOR < 60
    _Pragma("GCC diagnostic push")
    _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
    context->thread_safe_callbacks = 1;
    _Pragma("GCC diagnostic pop")
#endif
}

/// The pixel formats an encoder takes, ended by AV_PIX_FMT_NONE, or null when it does not say.
static inline const enum AVPixelFormat *candelaPixelFormats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
    const void *list = NULL;
    if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &list, NULL) < 0) return NULL;
    return (const enum AVPixelFormat *)list;
#else
    return codec->pix_fmts;
#endif
}

/// Called with a log message, its level, and the `opaque` of the codec context that speaks, or null.
typedef void (*candelaLogSink)(int level, const char *message, void *owner);

static inline candelaLogSink *candelaLogTarget(void) {
    static candelaLogSink sink;
    return &sink;
}

static void candelaLog(void *speaker, int level, const char *format, va_list arguments) {
    if (level > AV_LOG_WARNING || !*candelaLogTarget()) return;
    char line[1024];
    int prefix = 0;
    av_log_format_line2(speaker, level, format, arguments, line, sizeof line, &prefix);
    void *owner = NULL;
    if (speaker && *(const AVClass **)speaker == avcodec_get_class()) owner = ((AVCodecContext *)speaker)->opaque;
    (*candelaLogTarget())(level, line, owner);
}

/// Sends messages of the libraries to `sink` instead of the terminal.
static inline void candelaCaptureLog(candelaLogSink sink) {
    *candelaLogTarget() = sink;
    av_log_set_level(AV_LOG_WARNING);
    av_log_set_callback(candelaLog);
}
