package io.busbar.formats.tree;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/** Builds trees from JSON tokens. One instance reads one document. */
final class JsonTrees {
  private static final Pattern ADVICE =
      Pattern.compile("( \\(not recognized as one since |: enable `JsonReadFeature|; enable ).*");

  private final String name;
  private final JsonParser tokens;
  private final Problems problems = new Problems();

  private JsonTrees(String name, JsonParser tokens) {
    this.name = name;
    this.tokens = tokens;
  }

  static Tree parse(String name, String text) {
    try (JsonParser tokens = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      JsonTrees reader = new JsonTrees(name, tokens);
      try {
        tokens.nextToken();
        Tree tree = reader.node(0);
        if (tokens.nextToken() != null) {
          reader.problems.add(reader.at(), "", tokens.getString(), "the end of the document", "");
        }
        reader.problems.throwIfAny();
        return tree;
      } catch (StreamReadException e) {
        throw new InputException(
            new Problem(reader.at(e.getLocation()), "", "", "valid JSON", plain(e)));
      } catch (StreamConstraintsException e) {
        throw new InputException(
            new Problem(reader.at(), "", "", "keys and numbers of ordinary length", ""));
      }
    }
  }

  /** What the parser says, without its advice to programmers. */
  private static String plain(StreamReadException e) {
    return ADVICE.matcher(e.getOriginalMessage()).replaceFirst("");
  }

  private Tree node(int depth) {
    Position at = at();
    if (depth > TreeReader.MAX_DEPTH) {
      throw new InputException(
          new Problem(at, "", "", "at most " + TreeReader.MAX_DEPTH + " levels of nesting", ""));
    }
    return switch (tokens.currentToken()) {
      case START_OBJECT -> mapping(at, depth);
      case START_ARRAY -> sequence(at, depth);
      case VALUE_STRING -> new Tree.Scalar(at, tokens.getString(), true);
      case VALUE_NULL -> new Tree.Scalar(at, "null", false);
      default -> new Tree.Scalar(at, tokens.getString(), false);
    };
  }

  private Tree mapping(Position at, int depth) {
    Map<String, Tree.Entry> entries = new LinkedHashMap<>();
    while (tokens.nextToken() != JsonToken.END_OBJECT) {
      Position keyAt = at();
      String key = tokens.currentName();
      tokens.nextToken();
      Tree.Entry before = entries.putIfAbsent(key, new Tree.Entry(keyAt, node(depth + 1)));
      if (before != null) {
        problems.add(
            keyAt, key, key, "each key once", "it stands first at line " + before.keyAt().line());
      }
    }
    return new Tree.Mapping(at, entries);
  }

  private Tree sequence(Position at, int depth) {
    List<Tree> items = new ArrayList<>();
    while (tokens.nextToken() != JsonToken.END_ARRAY) {
      items.add(node(depth + 1));
    }
    return new Tree.Sequence(at, items);
  }

  private Position at() {
    return at(tokens.currentTokenLocation());
  }

  private Position at(TokenStreamLocation location) {
    return new Position(name, location.getLineNr(), location.getColumnNr());
  }
}
