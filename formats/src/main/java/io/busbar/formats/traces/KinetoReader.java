package io.busbar.formats.traces;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a trace in Chrome's format as PyTorch's profiler writes it; kernels only. A cut file gives
 * what stands before the cut. One instance reads one file.
 */
public final class KinetoReader {
  private static final Pattern KERNEL =
      Pattern.compile("(?i)^(?:nccl|rccl)(?:Dev)?Kernel[s]?_?(?:Generic|([A-Za-z]+?)(?:_|\\(|$))");
  private static final int MAX_COLLECTIVES = 100_000;

  private final List<CollectiveSpan> collectives = new ArrayList<>();
  private final Intervals communication = new Intervals();
  private final Intervals compute = new Intervals();
  private final TextLines lines;
  private int rank = -1;
  private int ranks;

  private KinetoReader(TextLines lines) {
    this.lines = lines;
  }

  /** Reads a trace into one {@link GpuTrace}; nothing is found when it holds no kernel. */
  public static void read(String file, byte[] bytes, TextLines lines, Found found) {
    KinetoReader reader = new KinetoReader(lines);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), bytes)) {
      reader.document(json);
    } catch (JacksonException e) {
      found.warn(
          new Place(file, 0, ""), "the JSON ends or breaks early; the part before it is used");
    }
    reader.finish(found);
  }

  private void finish(Found found) {
    communication.merge();
    compute.merge();
    if (communication.isEmpty() && compute.isEmpty()) {
      return;
    }
    collectives.sort(Comparator.comparingDouble(CollectiveSpan::startUs));
    double first =
        communication.isEmpty()
            ? compute.first()
            : compute.isEmpty()
                ? communication.first()
                : Math.min(communication.first(), compute.first());
    found.add(
        new GpuTrace(
            rank,
            ranks,
            collectives,
            communication.total(),
            compute.total(),
            communication.common(compute),
            Math.max(communication.last(), compute.last()) - first,
            lines.place(1)));
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
        rank = json.getIntValue();
      } else if (value == JsonToken.VALUE_NUMBER_INT && key.equals("world_size")) {
        ranks = json.getIntValue();
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
    String name = "";
    String category = "";
    double start = Double.NaN;
    double duration = Double.NaN;
    long elements = -1;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "name" -> name = text(json, value);
        case "cat" -> category = text(json, value);
        case "ts" -> start = number(json, value);
        case "dur" -> duration = number(json, value);
        case "args" -> elements = value == JsonToken.START_OBJECT ? elements(json) : -1;
        default -> json.skipChildren();
      }
    }
    if (!category.toLowerCase(Locale.ROOT).equals("kernel")
        || Double.isNaN(start)
        || Double.isNaN(duration)) {
      return;
    }
    Matcher m = KERNEL.matcher(name);
    if (m.find()) {
      communication.add(start, start + duration);
      if (collectives.size() < MAX_COLLECTIVES) {
        String operation = m.group(1) == null ? "collective" : m.group(1);
        collectives.add(
            new CollectiveSpan(operation, elements, start, duration, lines.place(line)));
      }
    } else {
      compute.add(start, start + duration);
    }
  }

  private static long elements(JsonParser json) {
    long elements = -1;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("In msg nelems") && value == JsonToken.VALUE_NUMBER_INT) {
        elements = json.getLongValue();
      } else {
        json.skipChildren();
      }
    }
    return elements;
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
