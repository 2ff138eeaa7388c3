package io.busbar.model.catalog;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Opens the files of the catalogue by path, {@code catalog/gpu/h100-sxm.yaml}. */
interface Resources {
  /** The bytes of a file, or null when there is none. */
  byte @Nullable [] open(String path);

  /** The files that were built into the product. */
  static Resources ofProduct() {
    return path -> {
      try (InputStream in = Resources.class.getResourceAsStream("/" + path)) {
        return in == null ? null : in.readAllBytes();
      } catch (IOException e) {
        throw new IllegalStateException(path + " cannot be read", e);
      }
    };
  }
}
