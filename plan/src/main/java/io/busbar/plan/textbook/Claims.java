package io.busbar.plan.textbook;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * All claims of the textbook, from the resource {@code textbook/claims.yaml}. Immutable and
 * thread-safe.
 */
public final class Claims {
  static final String RESOURCE = "/textbook/claims.yaml";

  private static final Type<String> WORDS =
      Type.scalar(
          "a text",
          Map.of("type", "string", "minLength", 1),
          (text, quoted) -> text.isBlank() ? null : text);
  private static final Type<String> ID =
      Type.scalar(
          "an id such as D3",
          Map.of("type", "string", "pattern", "^[ABCDX][0-9]{1,2}[a-z]?$"),
          (text, quoted) -> text.matches("[ABCDX]\\d{1,2}[a-z]?") ? text : null);
  private static final Key<String> SECTION =
      Key.required("section", WORDS, "Section of the textbook.");
  private static final Key<String> CLAIM = Key.required("claim", WORDS, "What it says.");
  private static final Key<String> OURS = Key.required("ours", WORDS, "What holds.");
  private static final Key<String> WHY = Key.required("why", WORDS, "Why they differ.");
  private static final Key<Claim.Owner> OWNER =
      Key.required("owner", Type.oneOf(Claim.Owner.class), "Room that shows it.");
  private static final Key<String> COMMAND =
      Key.optional("command", WORDS, "A call that shows it.").or("");
  private static final Key<String> NO_COMMAND =
      Key.optional("no_command", WORDS, "Why no call can show it.").or("");
  private static final Key<Quality> QUALITY =
      Key.required("quality", Type.oneOf(Quality.class), "How well ours is known.");
  private static final Key<String> SOURCE = Key.required("source", WORDS, "Where ours comes from.");
  private static final Shape SHAPE =
      Shape.of(
          "A claim of the textbook.",
          SECTION,
          CLAIM,
          OURS,
          WHY,
          OWNER,
          COMMAND,
          NO_COMMAND,
          QUALITY,
          SOURCE);

  private final Map<String, Claim> byId;

  private Claims(Map<String, Claim> byId) {
    this.byId = byId;
  }

  /** The claims that were built into the product. */
  public static Claims standard() {
    try (InputStream in = Claims.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Claims by id, with their keys.
   *
   * @param name what messages call the text
   * @throws InputException with every problem found: a missing owner, an id that stands twice
   */
  static Claims parse(String name, byte[] bytes) {
    Problems problems = new Problems();
    Map<String, Claim> claims = new LinkedHashMap<>();
    Tree tree = TreeReader.parse(name, bytes);
    if (!(tree instanceof Tree.Mapping root)) {
      throw new InputException(
          new Problem(tree.at(), "", tree.shown(), "a mapping of claims by id", ""));
    }
    root.entries()
        .forEach((id, entry) -> {
          ID.read(new Tree.Scalar(entry.keyAt(), id, true), "", problems);
          Fields fields = SHAPE.read(entry.value(), id, problems);
          if (!problems.any()) {
            claims.put(id, claim(id, fields));
          }
        });
    problems.throwIfAny();
    return new Claims(claims);
  }

  private static Claim claim(String id, Fields f) {
    return new Claim(
        id,
        f.get(SECTION),
        f.get(CLAIM),
        f.get(OURS),
        f.get(WHY),
        f.get(OWNER),
        f.get(COMMAND),
        f.get(NO_COMMAND),
        f.get(QUALITY),
        f.get(SOURCE));
  }

  /** All of them, part by part. */
  public List<Claim> all() {
    return new ArrayList<>(byId.values());
  }

  /** Their ids, in the same order. */
  public Set<String> ids() {
    return byId.keySet();
  }

  /**
   * The claim with an id, in any case of letters.
   *
   * @param at what a message points to
   * @throws InputException when there is none; it names the nearest
   */
  public Claim require(String id, Position at) {
    for (Claim claim : byId.values()) {
      if (claim.id().equalsIgnoreCase(id)) {
        return claim;
      }
    }
    String hint = Nearest.hint(id.toUpperCase(Locale.ROOT), byId.keySet());
    String list = "'busbar textbook' lists them";
    throw new InputException(
        new Problem(
            at, "", id, "the id of a claim such as D3", hint.isEmpty() ? list : hint + " " + list));
  }
}
