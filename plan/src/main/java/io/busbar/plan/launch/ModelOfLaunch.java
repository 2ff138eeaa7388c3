package io.busbar.plan.launch;

import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import java.util.List;
import java.util.Locale;

/** Names of models as launch files write them, as names of the catalogue. Stateless. */
final class ModelOfLaunch {
  private static final String MODEL = "model";

  /** Endings of variants with the same dimensions. */
  private static final List<String> ENDINGS =
      List.of(
          "-hf",
          "-instruct",
          "-chat",
          "-base",
          "-it",
          "-pt",
          "-it-hf",
          "-v0.1",
          "-v0.2",
          "-v0.3",
          "-2507",
          "-thinking",
          "-distill",
          ".yaml",
          "-pretrain",
          "_config",
          "-4k-instruct",
          "-128k-instruct",
          "-bf16");

  private ModelOfLaunch() {}

  /** Replaces the name of a model by the catalogue's, when that knows it or a variant of it. */
  static void named(PlanKeys keys) {
    String written = keys.text(MODEL);
    if (written != null) {
      keys.replace(MODEL, of(written), keys.at(MODEL));
    }
  }

  /** The catalogue's name, or the text as it is. */
  static String of(String written) {
    Catalog catalog = Catalog.standard();
    String name = written.substring(written.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    for (int tries = 0; tries < 6; tries++) {
      for (String candidate :
          List.of(name, name.replace("-", ""), name.replace('_', '-'), spelled(name))) {
        CatalogEntry entry = catalog.find(Kind.MODEL, candidate);
        if (entry != null) {
          return entry.name();
        }
      }
      String shorter = name;
      for (String ending : ENDINGS) {
        if (shorter.equals(name) && name.endsWith(ending)) {
          shorter = name.substring(0, name.length() - ending.length());
        }
      }
      if (shorter.equals(name)) {
        break;
      }
      name = shorter;
    }
    return written;
  }

  /** {@code meta-llama-3-8b} and {@code llama-3-8b} are {@code llama3-8b}. */
  private static String spelled(String name) {
    return name.replace("meta-llama", "llama")
        .replaceAll("^([a-z]+)-(\\d)", "$1$2")
        .replace('_', '-');
  }
}
