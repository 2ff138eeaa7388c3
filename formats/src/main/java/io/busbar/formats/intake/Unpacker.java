package io.busbar.formats.intake;

import io.airlift.compress.v3.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * The library's stream for each kind of packing. Apart from {@link Archives}, so that the library
 * is loaded by those who read something packed and not by every start. Stateless.
 */
final class Unpacker {
  private static final int XZ_KIB = 64 << 10;
  private static final String ENCODING = "UTF-8";

  private Unpacker() {}

  /** Members one after another. */
  static ArchiveInputStream<?> archive(Packing packing, InputStream in) {
    return packing == Packing.TAR
        ? new TarArchiveInputStream(in, ENCODING)
        : new ZipArchiveInputStream(in, ENCODING, true, true);
  }

  /** What one packed stream holds. */
  static InputStream unpacked(Packing packing, InputStream in) throws IOException {
    return switch (packing) {
      case GZIP ->
          GzipCompressorInputStream.builder()
              .setInputStream(in)
              .setDecompressConcatenated(true)
              .get();
      case ZSTD -> new ZstdInputStream(in);
      case BZIP2 -> new BZip2CompressorInputStream(in, true);
      case XZ -> new XZCompressorInputStream(in, true, XZ_KIB);
      default -> throw new IllegalArgumentException(packing.name());
    };
  }
}
