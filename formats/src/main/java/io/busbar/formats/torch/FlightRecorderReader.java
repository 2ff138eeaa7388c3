package io.busbar.formats.torch;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import io.busbar.formats.pickle.PickleException;
import io.busbar.formats.pickle.PickleReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the flight recorder's dump of one rank, as JSON or as the pickle that torch writes. Stack
 * traces are passed over. A cut JSON gives what stands before the cut. One instance reads one file.
 */
public final class FlightRecorderReader {
  private static final int MAX_DEPTH = 16;
  private static final int MAX_ITEMS = 200_000;

  /** Values of one dump that are kept. */
  private static final int MAX_VALUES = 4_000_000;

  private final FlightDump dump;
  private final TextLines lines;
  private int stateLine;
  private int values;

  private FlightRecorderReader(FlightDump dump, TextLines lines) {
    this.dump = dump;
    this.lines = lines;
  }

  /** Reads a dump in JSON; a file that is no such dump gives a warning. */
  public static void read(String file, byte[] bytes, TextLines lines, Found found) {
    FlightDump dump = new FlightDump(file);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), bytes)) {
      new FlightRecorderReader(dump, lines).document(json);
    } catch (JacksonException e) {
      found.warn(
          new Place(file, 0, ""),
          "flight recorder: the JSON ends or breaks early; the part before it is used");
    }
    dump.finish(found);
  }

  private void document(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken token = json.nextToken();
      if (key.equals("rank")) {
        dump.rank(json.getString());
      } else if (key.equals("entries") && token == JsonToken.START_ARRAY) {
        entries(json);
      } else if (key.equals("pg_config") && token == JsonToken.START_OBJECT) {
        groups(json);
      } else if (key.equals("pg_status") && token == JsonToken.START_OBJECT) {
        statuses(json);
      } else {
        json.skipChildren();
      }
    }
  }

  private void entries(JsonParser json) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      stateLine = json.currentTokenLocation().getLineNr();
      int line = stateLine;
      Object fields = value(json, 0);
      if (fields instanceof Map<?, ?> map) {
        dump.entry(map, lines.place(map.containsKey("state") ? stateLine : line));
      }
    }
  }

  private void groups(JsonParser json) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String id = json.currentName();
      json.nextToken();
      if (value(json, 0) instanceof Map<?, ?> group) {
        dump.group(id, group.get("ranks"));
      }
    }
  }

  private void statuses(JsonParser json) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String id = json.currentName();
      if (json.nextToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        continue;
      }
      int line = json.currentTokenLocation().getLineNr();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        if (json.currentName().equals("last_completed_collective")) {
          line = json.currentTokenLocation().getLineNr();
        }
        json.nextToken();
        json.skipChildren();
      }
      dump.status(id, lines.place(line));
    }
  }

  /** The value at the current token; what is nested too deep or too long is left out. */
  private @Nullable Object value(JsonParser json, int depth) {
    JsonToken token = json.currentToken();
    boolean kept = ++values <= MAX_VALUES && depth < MAX_DEPTH;
    if (token == JsonToken.START_OBJECT && kept) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = json.currentName();
        json.nextToken();
        if (key.equals("state") && depth == 0) {
          stateLine = json.currentTokenLocation().getLineNr();
        }
        if (key.equals("frames")) {
          json.skipChildren();
        } else {
          Object field = value(json, depth + 1);
          if (values <= MAX_VALUES) {
            map.put(key, field);
          }
        }
      }
      return map;
    }
    if (token == JsonToken.START_ARRAY && kept) {
      List<@Nullable Object> list = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY && json.currentToken() != null) {
        Object item = value(json, depth + 1);
        if (list.size() < MAX_ITEMS && values <= MAX_VALUES) {
          list.add(item);
        }
      }
      return list;
    }
    if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
      json.skipChildren();
      return null;
    }
    return token == JsonToken.VALUE_NULL ? null : json.getString();
  }

  /**
   * Reads a dump that torch pickled. A line of it is the number of an entry, from 1.
   *
   * @return false when the pickle is none of a flight recorder
   * @throws PickleException when it is cut, malformed, too large, or wants to run something
   */
  public static boolean readPickle(String file, byte[] bytes, Found found) throws PickleException {
    if (!(PickleReader.read(bytes) instanceof Map<?, ?> top
        && top.get("entries") instanceof List<?> entries)) {
      return false;
    }
    FlightDump dump = new FlightDump(file);
    dump.rank(FlightDump.text(top.get("rank")));
    if (top.get("pg_config") instanceof Map<?, ?> groups) {
      groups.forEach((id, group) -> {
        if (group instanceof Map<?, ?> fields) {
          dump.group(id.toString(), fields.get("ranks"));
        }
      });
    }
    for (int i = 0; i < entries.size() && i < FlightDump.MAX_ENTRIES; i++) {
      if (entries.get(i) instanceof Map<?, ?> fields) {
        dump.entry(fields, new Place(file, i + 1, shown(fields)));
      }
    }
    dump.finish(found);
    return true;
  }

  private static String shown(Map<?, ?> e) {
    Object number =
        e.get("collective_seq_id") == null ? e.get("seq_id") : e.get("collective_seq_id");
    return "entry "
        + FlightDump.text(e.get("record_id"))
        + ": "
        + FlightDump.text(e.get("profiling_name"))
        + " number "
        + FlightDump.text(number)
        + ", "
        + FlightDump.text(e.get("state"));
  }
}
