package io.busbar.nccl.version;

import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.hardware.Gpu;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The library of collectives that drives a GPU. RCCL is a fork of NCCL and takes its release
 * numbers, variables and cost model from it, with choices of its own for AMD's links.
 *
 * @param name {@code NCCL}, {@code RCCL}
 * @param version that runs there by default
 * @param with what it came with; empty for NCCL
 * @param source where version and platform are from; empty for NCCL, whose releases have been read
 */
public record Library(String name, NcclVersion version, String with, String source) {
  private static final String RESOURCE = "/nccl/libraries.yaml";

  public static Library of(Gpu gpu) {
    return switch (gpu.generation()) {
      case CDNA2, CDNA3, CDNA4 -> read("rccl");
      case VOLTA, AMPERE, ADA, HOPPER, BLACKWELL, TPU, CPU ->
          new Library("NCCL", NcclVersion.newest(), "", "");
    };
  }

  /** Whether how it chooses has been read. */
  public boolean choiceKnown() {
    return with.isEmpty();
  }

  private static Library read(String key) {
    try (InputStream in = Library.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
      if (!(root.get(key) instanceof Tree.Mapping fields)) {
        throw new IllegalStateException(RESOURCE + " has no " + key);
      }
      String version = text(fields, "version");
      return new Library(
          text(fields, "name"),
          NcclVersion.find(version).orElseThrow(),
          text(fields, "with"),
          text(fields, "source"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Tree.Mapping fields, String key) {
    if (fields.get(key) instanceof Tree.Scalar scalar) {
      return scalar.text();
    }
    throw new IllegalStateException(RESOURCE + ": no " + key);
  }
}
