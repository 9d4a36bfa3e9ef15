import Foundation
import Frames

extension HostPlanes.Plane {
    /// Copies the first bytes of each row; padding is left as it is.
    func copyRows(to target: HostPlanes.Plane, byteCount: Int, rowCount: Int) {
        guard byteCount > 0, rowCount > 0 else { return }
        if bytesPerRow == target.bytesPerRow, bytesPerRow == byteCount {
            memcpy(target.address.raw, address.raw, byteCount * rowCount)
            return
        }
        for row in 0..<rowCount {
            memcpy(target.address.raw + row * target.bytesPerRow, address.raw + row * bytesPerRow, byteCount)
        }
    }
}
