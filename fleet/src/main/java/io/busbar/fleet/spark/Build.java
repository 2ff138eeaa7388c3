package io.busbar.fleet.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Which build of Busbar this is: what another one kept may mean something else. Stateless. */
public final class Build {
  private static final String CLASSES = "classes";

  private Build() {}

  /** Equal for equal jars; the same for all builds that run from classes. */
  public static String id() {
    Path jar = jar();
    return jar == null ? CLASSES : digest(bytes(jar));
  }

  /** Bytes in few letters. */
  public static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The jar that holds this room; null when it runs from classes. */
  static @Nullable Path jar() {
    try {
      Path path = Path.of(Build.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(path) ? path : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static byte[] bytes(Path jar) {
    try {
      return Files.readAllBytes(jar);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the jar of busbar", e);
    }
  }
}
