package io.busbar.model.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which layers have experts, as Megatron's {@code moe_layer_freq} says it: a number n for every nth
 * layer from the first, or a list in Python such as {@code ([0]*3+[1]*58)}. Stateless.
 */
final class ExpertPattern {
  private static final Pattern TERM =
      Pattern.compile("\\[((?:[01],?){1,10000})\\](?:\\*(\\d{1,5}))?");

  private ExpertPattern() {}

  /** One entry for each layer; all true when nothing is said. */
  static List<Boolean> read(ConfigFields config, int layers) {
    String text = config.text("moe_layer_freq");
    if (text == null || !config.has("num_experts")) {
      return Collections.nCopies(layers, config.has("num_experts"));
    }
    String plain = text.replaceAll("[\\s'\"]", "");
    if (plain.matches("[1-9]\\d{0,4}")) {
      int every = Integer.parseInt(plain);
      List<Boolean> out = new ArrayList<>();
      for (int i = 0; i < layers; i++) {
        out.add(i % every == 0);
      }
      return out;
    }
    List<Boolean> out = terms(plain.replaceAll("[()]", ""), layers);
    if (out.size() != layers) {
      config.problem(
          "moe_layer_freq",
          text,
          "a number, or a list with an entry for each of the " + layers + " layers");
      return Collections.nCopies(layers, true);
    }
    return out;
  }

  private static List<Boolean> terms(String text, int layers) {
    List<Boolean> out = new ArrayList<>();
    Matcher term = TERM.matcher(text);
    int at = 0;
    while (at < text.length() && term.find(at) && term.start() == at) {
      int times = term.group(2) == null ? 1 : Integer.parseInt(term.group(2));
      String[] kinds = term.group(1).split(",");
      for (int i = 0; i < times && out.size() <= layers; i++) {
        for (String kind : kinds) {
          out.add(kind.equals("1"));
        }
      }
      at = term.end();
      if (at < text.length() && text.charAt(at) == '+') {
        at++;
      }
    }
    return at == text.length() ? out : List.of();
  }
}
