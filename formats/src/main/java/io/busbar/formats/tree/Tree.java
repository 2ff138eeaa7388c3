package io.busbar.formats.tree;

import io.busbar.base.problem.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node of a YAML or JSON document with the place where it stood. Immutable. */
public sealed interface Tree {
  /** Where the node starts. */
  Position at();

  /** What a message calls it: {@code a mapping}, {@code a list}, or the text. */
  String shown();

  /**
   * A scalar, still as text: what type it should have is known to its reader.
   *
   * @param quoted whether it was a quoted string, which is never a number, boolean or null
   */
  record Scalar(Position at, String text, boolean quoted) implements Tree {
    @Override
    public String shown() {
      return text;
    }

    /** Whether nothing was written here. */
    public boolean isNull() {
      return !quoted && (text.isEmpty() || text.equals("null") || text.equals("~"));
    }
  }

  /** A sequence. */
  record Sequence(Position at, List<Tree> items) implements Tree {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String shown() {
      return "a list";
    }
  }

  /** A mapping with its keys in written order. */
  record Mapping(Position at, Map<String, Entry> entries) implements Tree {
    public Mapping {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    @Override
    public String shown() {
      return "a mapping";
    }

    /** The value of a key, or null. */
    public @Nullable Tree get(String key) {
      Entry entry = entries.get(key);
      return entry == null ? null : entry.value();
    }

    /** The scalar text of a key, or null when it is absent, null or no scalar. */
    public @Nullable String text(String key) {
      return get(key) instanceof Scalar s && !s.isNull() ? s.text() : null;
    }

    /** This mapping with one entry set, e.g. by an option of the command line. */
    public Mapping with(String key, Tree value) {
      Map<String, Entry> copy = new LinkedHashMap<>(entries);
      copy.put(key, new Entry(value.at(), value));
      return new Mapping(at, copy);
    }

    /**
     * This mapping with the value at a dotted path set; mappings on the way are made as needed.
     * Where something else than a mapping is in the way, it stays: its reader will complain of it.
     */
    public Mapping withPath(String path, Tree value) {
      int dot = path.indexOf('.');
      if (dot < 0) {
        return with(path, value);
      }
      String head = path.substring(0, dot);
      String rest = path.substring(dot + 1);
      Tree inner = get(head);
      if (inner == null || (inner instanceof Scalar s && s.isNull())) {
        return with(head, new Mapping(at, Map.of()).withPath(rest, value));
      }
      return inner instanceof Mapping m ? with(head, m.withPath(rest, value)) : this;
    }

    /** The value at a dotted path, or null when there is none. */
    public @Nullable Tree find(String path) {
      int dot = path.indexOf('.');
      if (dot < 0) {
        return get(path);
      }
      Tree inner = get(path.substring(0, dot));
      return inner instanceof Mapping m ? m.find(path.substring(dot + 1)) : null;
    }

    /** Where the value at a dotted path stands, or the nearest mapping around it that exists. */
    public Position at(String path) {
      int dot = path.indexOf('.');
      Tree inner = get(dot < 0 ? path : path.substring(0, dot));
      if (inner == null) {
        return at;
      }
      return dot > 0 && inner instanceof Mapping m ? m.at(path.substring(dot + 1)) : inner.at();
    }

    /** The values, in written order. */
    public Collection<Tree> values() {
      List<Tree> values = new ArrayList<>();
      for (Entry entry : entries.values()) {
        values.add(entry.value());
      }
      return values;
    }
  }

  /** A key's place and its value. */
  record Entry(Position keyAt, Tree value) {}
}
