package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a trace in Chrome's format as PyTorch's profiler writes it: kernels, copies, steps, and the
 * host's waits for data. It streams; a cut file gives what stands before the cut. One instance
 * reads one file.
 */
public final class KinetoReader {
  private final TraceBuilder trace = new TraceBuilder();
  private final String file;
  private final @Nullable TextLines lines;
  private int rank = -1;
  private int ranks;

  /** What an event tells. */
  private static final class Event {
    private String name = "";
    private String category = "";
    private double start = Double.NaN;
    private double duration = Double.NaN;
    private long elements = -1;
    private String collective = "";
    private String group = "";
    private String groupName = "";
  }

  private KinetoReader(String file, @Nullable TextLines lines) {
    this.file = file;
    this.lines = lines;
  }

  /**
   * Reads a trace into one {@link GpuTrace}; nothing is found when it holds no kernel.
   *
   * @param in read to its end
   * @param lines of the file, to quote from; null when it is too large to be in memory
   */
  public static void read(String file, InputStream in, @Nullable TextLines lines, Found found) {
    KinetoReader reader = new KinetoReader(file, lines);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      reader.document(json);
    } catch (JacksonException e) {
      found.warn(
          new Place(file, 0, ""), "the JSON ends or breaks early; the part before it is used");
    }
    GpuTrace made = reader.trace.build(reader.rank, reader.ranks, "", reader.place(1, ""));
    if (made != null) {
      found.add(made);
    }
  }

  private Place place(int line, String text) {
    return lines == null ? new Place(file, line, text) : lines.place(line);
  }

  private void document(JsonParser json) {
    if (json.nextToken() == JsonToken.START_ARRAY) {
      events(json);
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("traceEvents") && value == JsonToken.START_ARRAY) {
        events(json);
      } else if (key.equals("distributedInfo") && value == JsonToken.START_OBJECT) {
        distributed(json);
      } else {
        json.skipChildren();
      }
    }
  }

  private void distributed(JsonParser json) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_NUMBER_INT && key.equals("rank")) {
        rank = (int) json.getLongValue();
      } else if (value == JsonToken.VALUE_NUMBER_INT && key.equals("world_size")) {
        ranks = (int) json.getLongValue();
      } else {
        json.skipChildren();
      }
    }
  }

  private void events(JsonParser json) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      event(json);
    }
  }

  private void event(JsonParser json) {
    int line = json.currentTokenLocation().getLineNr();
    Event e = new Event();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "name" -> e.name = text(json, value);
        case "cat" -> e.category = text(json, value);
        case "ts" -> e.start = number(json, value);
        case "dur" -> e.duration = number(json, value);
        case "args" -> arguments(json, value, e);
        default -> json.skipChildren();
      }
    }
    if (!Double.isNaN(e.start) && !Double.isNaN(e.duration)) {
      take(e, line);
    }
  }

  private void take(Event e, int line) {
    switch (e.category.toLowerCase(Locale.ROOT)) {
      case "kernel" -> {
        String operation = Kernels.operation(e.name, e.collective);
        if (operation.isEmpty()) {
          trace.compute(e.start, e.duration);
        } else {
          String group = e.group.isEmpty() ? e.groupName : e.group;
          trace.collective(operation, group, e.elements, e.start, e.duration, place(line, e.name));
        }
      }
      case "gpu_memcpy", "gpu_memset", "memcpy", "memset" -> trace.copy(e.start, e.duration);
      case "user_annotation", "cpu_op" -> {
        if (e.name.startsWith("ProfilerStep")) {
          trace.step(e.start);
        } else if (e.name.contains("DataLoader")) {
          trace.loading(e.start, e.duration);
        }
      }
      default -> {}
    }
  }

  private static void arguments(JsonParser json, JsonToken token, Event e) {
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "In msg nelems" -> {
          if (value == JsonToken.VALUE_NUMBER_INT) {
            e.elements = json.getLongValue();
          }
        }
        case "Collective name" -> e.collective = text(json, value);
        case "Process Group Description" -> e.group = text(json, value);
        case "Process Group Name" -> e.groupName = text(json, value);
        default -> json.skipChildren();
      }
    }
  }

  private static String text(JsonParser json, JsonToken value) {
    if (value == JsonToken.VALUE_STRING) {
      return json.getString();
    }
    json.skipChildren();
    return "";
  }

  private static double number(JsonParser json, JsonToken value) {
    if (value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT) {
      return json.getDoubleValue();
    }
    json.skipChildren();
    return Double.NaN;
  }
}
