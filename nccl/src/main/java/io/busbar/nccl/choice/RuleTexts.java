package io.busbar.nccl.choice;

import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;

/** What the rules say, from {@code nccl/availability.yaml}. Read once, when somebody asks. */
final class RuleTexts {
  private static final String RESOURCE = "/nccl/availability.yaml";
  private static final Key<String> WHY = Key.required("why", Type.line(), "The reason.");
  private static final Key<String> VERIFY =
      Key.required("verify", Type.line(), "How to see it on the machine.");
  private static final Key<String> SOURCE =
      Key.required("source", Type.line(), "Where the rule was read.");
  private static final Shape SHAPE = Shape.of("A rule.", WHY, VERIFY, SOURCE);

  /** The texts of one rule, with names in braces. */
  record Text(String why, String verify, String source) {}

  private static final class Holder {
    static final Map<Rule, Text> TEXTS = load();
  }

  private RuleTexts() {}

  /** The reason that a rule gives for a case. */
  static Exclusion exclusion(Rule rule, Case c) {
    Text text = Holder.TEXTS.get(rule);
    if (text == null) {
      throw new IllegalStateException(RESOURCE + " lacks " + rule.id());
    }
    Map<String, String> values = c.values();
    return new Exclusion(
        rule.id(), fill(text.why(), values), fill(text.verify(), values), text.source());
  }

  private static String fill(String template, Map<String, String> values) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("{" + value.getKey() + "}", value.getValue());
    }
    return text;
  }

  private static Map<Rule, Text> load() {
    try (InputStream in = RuleTexts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
      Problems problems = new Problems();
      Map<Rule, Text> texts = new EnumMap<>(Rule.class);
      for (Rule rule : Rule.values()) {
        Tree tree = root.get(rule.id());
        if (tree != null) {
          Fields f = SHAPE.read(tree, rule.id(), problems);
          if (!problems.any()) {
            texts.put(rule, new Text(f.get(WHY), f.get(VERIFY), f.get(SOURCE)));
          }
        }
      }
      if (problems.any() || root.entries().size() != texts.size()) {
        throw new IllegalStateException(RESOURCE + " is malformed: " + problems.list());
      }
      return texts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
