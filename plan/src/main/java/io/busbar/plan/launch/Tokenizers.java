package io.busbar.plan.launch;

import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.launch.Setting;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Size of a vocabulary from the name of its tokenizer, where a script gives no size. Stateless. */
final class Tokenizers {
  private static final String RESOURCE = "/emit/tokenizers.yaml";
  private static final String KEY = "model.vocab_size";

  /** What is taken when the tokenizer is not known; a present-day vocabulary. */
  private static final String UNKNOWN = "128256";

  private Tokenizers() {}

  static void vocabulary(PlanKeys keys, SettingReader settings, List<Finding> findings) {
    if (keys.has(KEY)) {
      return;
    }
    StringBuilder names = new StringBuilder();
    Setting first = null;
    for (String name :
        List.of(
            "patch-tokenizer-type",
            "tokenizer-model",
            "tokenizer-name-or-path",
            "tokenizer-type")) {
      Setting setting = settings.get(name);
      if (setting != null) {
        names.append(setting.value()).append(' ');
        first = first == null ? setting : first;
      }
    }
    String entries = find(names.toString().toLowerCase(Locale.ROOT));
    long extra = settings.number("extra-vocab-size", 0);
    String size = entries == null ? UNKNOWN : Long.toString(Long.parseLong(entries) + extra);
    keys.replace(KEY, size, first == null ? keys.at("model.num_layers") : first.at());
    findings.add(
        new Finding(
            "assumed",
            entries == null ? Severity.WARNING : Severity.INFO,
            "assumed: a vocabulary of " + size + " before padding",
            entries == null
                ? "the script gives neither its size nor a tokenizer that is known"
                : "the script gives no size; its tokenizer is "
                    + (first == null ? "" : first.value()),
            List.of(keys.at(KEY) + ": model.vocab_size"),
            List.of("write --vocab-size into the script")));
  }

  private static @Nullable String find(String names) {
    try (InputStream in = Tokenizers.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      Tree tree = TreeReader.parse(RESOURCE, in.readAllBytes());
      if (tree instanceof Tree.Mapping root && root.get("tokenizers") instanceof Tree.Mapping all) {
        for (var entry : all.entries().entrySet()) {
          if (names.contains(entry.getKey())
              && entry.getValue().value() instanceof Tree.Mapping m) {
            return m.text("entries");
          }
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
