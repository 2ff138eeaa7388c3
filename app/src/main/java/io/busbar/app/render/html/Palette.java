package io.busbar.app.render.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which colour a thing has, so that it has the same one in every block: names of colours are CSS
 * classes {@code k-…} of the style sheet. What has no colour of its own takes the next free one.
 */
final class Palette {
  private static final List<String> FREE = List.of("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8");

  /** What shares its shade with a free colour; the style sheet says so once more. */
  private static final Map<String, Set<String>> TWINS =
      Map.of(
          "s1", Set.of("forward", "weights"),
          "s2", Set.of("dp"),
          "s3", Set.of("optimizer"),
          "s4", Set.of("activations"),
          "s5", Set.of("pp"),
          "s6", Set.of("cp", "logits"),
          "s7", Set.of("buffers"),
          "s8", Set.of("ep"));

  private static final Set<String> KINDS =
      Set.of(
          "forward",
          "backward",
          "recompute",
          "communication",
          "tp",
          "pp",
          "dp",
          "cp",
          "ep",
          "bubble",
          "optimizer",
          "host",
          "weights",
          "gradients",
          "activations",
          "logits",
          "buffers",
          "reserve",
          "node",
          "gpu",
          "nic",
          "switch",
          "leaf",
          "spine",
          "core",
          "rail",
          "stage",
          "load0",
          "load1",
          "load2",
          "load3",
          "load4",
          "muted",
          "text",
          "fine",
          "critical",
          "warning",
          "info");

  /** Beginnings of words and the colour they stand for; the first rule that matches decides. */
  private static final List<Rule> RULES =
      List.of(
          new Rule("bubble", List.of("bubble", "idle")),
          new Rule("tp", List.of("tp", "tensor")),
          new Rule("pp", List.of("pp", "pipeline", "p2p")),
          new Rule("dp", List.of("dp", "ddp", "fsdp", "hsdp", "zero")),
          new Rule("cp", List.of("cp")),
          new Rule("ep", List.of("ep", "etp")),
          new Rule("weights", List.of("weight", "parameter", "param")),
          new Rule("gradients", List.of("grad")),
          new Rule("optimizer", List.of("optimi", "adam", "master", "moment")),
          new Rule("activations", List.of("activation")),
          new Rule("logits", List.of("logit", "loss")),
          new Rule("buffers", List.of("buffer", "nccl", "workspace", "temporary", "graph")),
          new Rule(
              "reserve",
              List.of("reserve", "fragment", "overhead", "context", "framework", "free")),
          new Rule("recompute", List.of("recomput")),
          new Rule("backward", List.of("backward")),
          new Rule("forward", List.of("forward", "compute")),
          new Rule("host", List.of("host", "launch", "cpu", "input")),
          new Rule(
              "communication", List.of("communication", "exposed", "network", "reduce", "gather")));

  /** Abbreviations of up to three letters must be a whole word, longer beginnings need not. */
  private record Rule(String colour, List<String> beginnings) {
    boolean matches(String word) {
      for (String beginning : beginnings) {
        if (beginning.length() <= 3 ? word.equals(beginning) : word.startsWith(beginning)) {
          return true;
        }
      }
      return false;
    }
  }

  private Palette() {}

  /** Class of a kind that a block names; {@code k-other} when it is not known. */
  static String ofKind(String kind) {
    return "k-" + (KINDS.contains(kind) ? kind : "other");
  }

  /** Classes of the parts of one drawing, all different while colours last. */
  static List<String> ofParts(List<String> names) {
    List<String> own = names.stream().map(Palette::ownColour).toList();
    List<String> free = new ArrayList<>(FREE);
    free.removeIf(colour -> own.stream().anyMatch(TWINS.getOrDefault(colour, Set.of())::contains));
    if (free.isEmpty()) {
      free.addAll(FREE);
    }
    List<String> classes = new ArrayList<>();
    int next = 0;
    for (String wanted : own) {
      String colour = wanted;
      if (wanted.isEmpty() || classes.contains("k-" + wanted)) {
        colour = free.get(next++ % free.size());
      }
      classes.add("k-" + colour);
    }
    return classes;
  }

  /** Classes of curves, in order; a curve that is only there for comparison stays in grey. */
  static List<String> ofCurves(List<String> labels) {
    List<String> classes = new ArrayList<>();
    int next = 0;
    for (String label : labels) {
      boolean reference =
          words(label).stream().anyMatch(Set.of("ideal", "linear", "target")::contains);
      classes.add(reference ? "k-muted" : "k-" + FREE.get(next++ % FREE.size()));
    }
    return classes;
  }

  private static String ownColour(String name) {
    List<String> words = words(name);
    for (Rule rule : RULES) {
      if (words.stream().anyMatch(rule::matches)) {
        return rule.colour;
      }
    }
    return "";
  }

  private static List<String> words(String name) {
    return List.of(name.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
  }
}
