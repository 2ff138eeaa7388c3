package io.busbar.model.cluster;

import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The node that a GPU is usually bought in, by the GPU's name or alias. Stateless. */
public final class UsualNodes {
  private static final String RESOURCE = "/network/usual-nodes.yaml";

  private UsualNodes() {}

  /** The catalogue's name of the node, or null when the GPU is not known or has no usual one. */
  public static @Nullable String of(String gpu) {
    CatalogEntry entry = Catalog.standard().find(Kind.GPU, gpu.toLowerCase(Locale.ROOT));
    return entry == null ? null : table().text(entry.name());
  }

  private static Tree.Mapping table() {
    try (InputStream in = UsualNodes.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
