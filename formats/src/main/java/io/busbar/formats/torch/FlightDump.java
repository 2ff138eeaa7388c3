package io.busbar.formats.torch;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gathers a rank's dump, however it was written, and gives its entries when it is whole. */
final class FlightDump {
  /** Entries of one dump; torch's own ring holds 2,000. */
  static final int MAX_ENTRIES = 200_000;

  private static final Pattern RANK_OF_FILE = Pattern.compile("(\\d{1,7})(?:\\.\\w+)?$");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");
  private static final int MAX_SIZE_TEXT = 200;
  private static final int MAX_TEXT = 1000;
  private static final int MAX_GROUPS = 10_000;
  private static final int MAX_MEMBERS = 1_000_000;

  /** Characters or items of lists of members that are looked at. */
  private static final int MAX_MEMBER_TEXT = 64 << 20;

  /** Values that are looked at for one field. */
  private static final int MAX_LOOKED = 256;

  private final Map<String, Set<Integer>> members = new HashMap<>();
  private final Map<String, Place> statuses = new HashMap<>();
  private final List<Raw> entries = new ArrayList<>();
  private int rank;
  private int counted;
  private long looked;

  private record Raw(Map<?, ?> fields, Place at) {}

  FlightDump(String file) {
    Matcher name = RANK_OF_FILE.matcher(file);
    rank = name.find() ? Integer.parseInt(name.group(1)) : -1;
  }

  void rank(String told) {
    if (told.matches("\\d{1,7}")) {
      rank = Integer.parseInt(told);
    }
  }

  void group(String id, @Nullable Object ranks) {
    if (members.size() < MAX_GROUPS) {
      members.put(shortened(id, MAX_TEXT), numbers(ranks));
    }
  }

  void status(String id, Place at) {
    if (statuses.size() < MAX_GROUPS) {
      statuses.put(shortened(id, MAX_TEXT), at);
    }
  }

  void entry(Map<?, ?> fields, Place at) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(new Raw(fields, at));
    }
  }

  void finish(Found found) {
    for (Raw raw : entries) {
      found.add(entry(raw));
    }
  }

  private FlightEntry entry(Raw raw) {
    Map<?, ?> e = raw.fields();
    List<String> group = texts(e.get("process_group"));
    String name = group.isEmpty() ? text(e.get("pg_id")) : group.getFirst();
    Object number =
        e.get("collective_seq_id") == null ? e.get("seq_id") : e.get("collective_seq_id");
    boolean p2p = "true".equals(text(e.get("is_p2p")));
    return new FlightEntry(
        rank,
        name,
        p2p ? -1 : whole(number, -1),
        text(e.get("profiling_name")).replaceFirst("^nccl:", ""),
        shortened(String.join("x", texts(e.get("input_sizes"))), MAX_SIZE_TEXT),
        shortened(String.join(" ", texts(e.get("input_dtypes"))), MAX_SIZE_TEXT),
        text(e.get("state")),
        whole(e.get("time_created_ns"), 0),
        whole(e.get("time_discovered_completed_ns"), 0),
        members.getOrDefault(name, Set.of()),
        raw.at(),
        statuses.getOrDefault(name, raw.at()));
  }

  private static String shortened(String text, int most) {
    return text.length() > most ? text.substring(0, most) : text;
  }

  private static long whole(@Nullable Object value, long otherwise) {
    String text = text(value);
    return text.matches("-?\\d{1,18}") ? Long.parseLong(text) : otherwise;
  }

  /** A simple value as text, shortened when it is long; empty for any other. */
  static String text(@Nullable Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? shortened(value.toString(), MAX_TEXT)
        : "";
  }

  private static List<String> texts(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    texts(value, texts, 0, MAX_LOOKED);
    return texts;
  }

  /** Returns how many values may still be looked at. */
  private static int texts(@Nullable Object value, List<String> into, int depth, int left) {
    if (value instanceof List<?> list && depth < 4) {
      int rest = left - 1;
      for (int i = 0; i < list.size() && rest > 0; i++) {
        rest = texts(list.get(i), into, depth + 1, rest);
      }
      return rest;
    }
    if (value != null) {
      into.add(text(value));
    }
    return left - 1;
  }

  /** {@code [0, 1]} as a list or, as torch writes it, as a text. */
  private Set<Integer> numbers(@Nullable Object value) {
    Set<Integer> numbers = new TreeSet<>();
    if (value instanceof List<?> list) {
      list.forEach(item -> add(text(item), numbers));
    } else if (value instanceof String text) {
      add(text, numbers);
    }
    return numbers;
  }

  private void add(String text, Set<Integer> into) {
    looked += 1 + text.length();
    if (looked > MAX_MEMBER_TEXT) {
      return;
    }
    Matcher m = NUMBER.matcher(text);
    while (counted < MAX_MEMBERS && m.find()) {
      counted += into.add(Integer.parseInt(m.group())) ? 1 : 0;
    }
  }
}
