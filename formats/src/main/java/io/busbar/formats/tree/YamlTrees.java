package io.busbar.formats.tree;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds trees from YAML events. Working on events keeps aliases unexpanded (they are refused), so
 * nothing can grow beyond the text. One instance reads one document.
 */
final class YamlTrees {
  private static final String BINARY = "is this a binary file?";
  private final String name;
  private final Iterator<Event> events;
  private final Problems problems = new Problems();

  private YamlTrees(String name, Iterator<Event> events) {
    this.name = name;
    this.events = events;
  }

  static Tree parse(String name, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(name).setUseMarks(true).build();
    YamlTrees reader = new YamlTrees(name, new Parse(settings).parseString(text).iterator());
    try {
      Tree tree = reader.document();
      reader.problems.throwIfAny();
      return tree;
    } catch (MarkedYamlEngineException e) {
      throw new InputException(
          new Problem(
              reader.at(e.getProblemMark()), "", "", "valid YAML", String.valueOf(e.getProblem())));
    } catch (YamlEngineException e) {
      // The reader refuses control characters before it knows a line.
      throw new InputException(
          new Problem(Position.of(name), "", "", "YAML text without control characters", BINARY));
    }
  }

  private Tree document() {
    Tree tree = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof DocumentStartEvent && tree != null) {
        problems.add(at(event.getStartMark()), "", "---", "a single document", "");
        break;
      }
      if (event instanceof ScalarEvent
          || event instanceof MappingStartEvent
          || event instanceof SequenceStartEvent) {
        tree = node(event, 0);
      }
    }
    return tree != null ? tree : new Tree.Scalar(Position.of(name), "", false);
  }

  private Tree node(Event event, int depth) {
    Position at = at(event.getStartMark());
    if (depth > TreeReader.MAX_DEPTH) {
      throw new InputException(
          new Problem(at, "", "", "at most " + TreeReader.MAX_DEPTH + " levels of nesting", ""));
    }
    return switch (event) {
      case MappingStartEvent start -> {
        refuseTag(at, start.getTag());
        yield mapping(at, depth);
      }
      case SequenceStartEvent start -> {
        refuseTag(at, start.getTag());
        yield sequence(at, depth);
      }
      case ScalarEvent scalar -> {
        refuseTag(at, scalar.getTag());
        yield new Tree.Scalar(at, scalar.getValue(), scalar.getScalarStyle() != ScalarStyle.PLAIN);
      }
      case AliasEvent alias -> {
        problems.add(at, "", "*" + alias.getAlias(), "a plain value", "aliases are not read here");
        yield new Tree.Scalar(at, "", false);
      }
      default -> throw new IllegalStateException("unexpected YAML event " + event);
    };
  }

  private void refuseTag(Position at, Optional<String> tag) {
    tag.ifPresent(t -> problems.add(at, "", t, "a plain value", "tags are not read here"));
  }

  private Tree mapping(Position at, int depth) {
    Map<String, Tree.Entry> entries = new LinkedHashMap<>();
    Event event = events.next();
    while (!(event instanceof MappingEndEvent)) {
      Tree key = node(event, depth + 1);
      Tree value = node(events.next(), depth + 1);
      if (!(key instanceof Tree.Scalar scalar)) {
        problems.add(key.at(), "", key.shown(), "a plain key", "");
      } else {
        Tree.Entry before = entries.putIfAbsent(scalar.text(), new Tree.Entry(key.at(), value));
        if (before != null) {
          problems.add(
              key.at(),
              scalar.text(),
              scalar.text(),
              "each key once",
              "it stands first at line " + before.keyAt().line());
        }
      }
      event = events.next();
    }
    return new Tree.Mapping(at, entries);
  }

  private Tree sequence(Position at, int depth) {
    List<Tree> items = new ArrayList<>();
    Event event = events.next();
    while (!(event instanceof SequenceEndEvent)) {
      items.add(node(event, depth + 1));
      event = events.next();
    }
    return new Tree.Sequence(at, items);
  }

  private Position at(Optional<Mark> mark) {
    return mark.map(m -> new Position(name, m.getLine() + 1, m.getColumn() + 1))
        .orElse(Position.of(name));
  }
}
