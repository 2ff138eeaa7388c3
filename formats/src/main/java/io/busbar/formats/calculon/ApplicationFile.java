package io.busbar.formats.calculon;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;

/**
 * A model as Calculon's application file has it.
 *
 * @param hidden width between layers
 * @param feedForward width of the feed-forward part
 * @param headSize width of a head; heads together may be wider than the model
 */
public record ApplicationFile(
    int hidden, int feedForward, int sequence, int heads, int headSize, int blocks) {
  /** The vocabulary that Calculon counts for every model. */
  public static final int VOCABULARY = 51_200;

  private static final int MOST = 1 << 24;

  /** Whether a document is one, as far as its keys say. */
  public static boolean matches(Tree tree) {
    return tree instanceof Tree.Mapping root
        && root.get("attn_heads") != null
        && root.get("num_blocks") != null;
  }

  /**
   * @param problems everything that is wrong; then the answer has no meaning
   */
  public static ApplicationFile read(Tree.Mapping root, Problems problems) {
    return new ApplicationFile(
        count(root, "hidden", problems),
        count(root, "feedforward", problems),
        count(root, "seq_size", problems),
        count(root, "attn_heads", problems),
        count(root, "attn_size", problems),
        count(root, "num_blocks", problems));
  }

  /** The file that reads back as this. */
  public String text() {
    return """
    {
      "hidden": %d,
      "feedforward": %d,
      "seq_size": %d,
      "attn_heads": %d,
      "attn_size": %d,
      "num_blocks": %d
    }
    """
        .formatted(hidden, feedForward, sequence, heads, headSize, blocks);
  }

  private static int count(Tree.Mapping root, String key, Problems problems) {
    String text = root.text(key);
    boolean number = text != null && text.matches("\\d{1,8}");
    int count = number ? Integer.parseInt(String.valueOf(text)) : 0;
    if (count < 1 || count > MOST) {
      Tree value = root.get(key);
      String read = value == null ? "" : value.shown();
      problems.add(root.at(key), key, read, "a whole number above 0", "");
    }
    return Math.max(1, count);
  }
}
