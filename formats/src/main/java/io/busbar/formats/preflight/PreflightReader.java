package io.busbar.formats.preflight;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what {@code busbar preflight --format json} prints, one outlier in memory at a time; the
 * pairs, of which there are many, are passed over. A cut file gives what stands before the cut.
 */
public final class PreflightReader {
  /** By which such a file is known. */
  public static final String MARK = "busbar/preflight/";

  private static final int MAX_OUTLIERS = 10_000;
  private static final int MAX_EVIDENCE = 8;
  private static final int MAX_TEXT = 300;

  private final String file;
  private final @Nullable TextLines lines;
  private final Found found;
  private int outliers;
  private long hosts;
  private long pairs;

  private PreflightReader(String file, @Nullable TextLines lines, Found found) {
    this.file = file;
    this.lines = lines;
    this.found = found;
  }

  /**
   * Reads an answer; gives a {@link PreflightOutlier} for each, and a {@link PreflightRun}.
   *
   * @param lines of the file for evidence; null when it is not in memory
   */
  public static void read(String file, InputStream in, @Nullable TextLines lines, Found found) {
    PreflightReader reader = new PreflightReader(file, lines, found);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      reader.document(json);
    } catch (JacksonException e) {
      found.warn(
          new Place(file, 0, ""),
          "preflight: the JSON ends or breaks early; the part before it is used");
    }
    found.add(
        new PreflightRun(
            reader.hosts, reader.pairs, reader.outliers, reader.place(1, "preflight")));
  }

  private Place place(int line, String text) {
    return lines == null ? new Place(file, line, text) : lines.place(line);
  }

  private void document(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("hosts")) {
        hosts = json.getValueAsLong(0);
      } else if (key.equals("pairs_measured")) {
        pairs = json.getValueAsLong(0);
      }
      if (key.equals("outliers") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          outlier(json);
        }
      } else {
        json.skipChildren();
      }
    }
  }

  private void outlier(JsonParser json) {
    String code = "";
    String severity = "";
    String host = "";
    String peer = "";
    String title = "";
    List<String> evidence = new ArrayList<>();
    int line = json.currentTokenLocation().getLineNr();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "code" -> code = text(json, value);
        case "severity" -> severity = text(json, value);
        case "host" -> host = text(json, value);
        case "peer" -> peer = text(json, value);
        case "title" -> {
          title = text(json, value);
          line = json.currentTokenLocation().getLineNr();
        }
        case "evidence" -> evidence(json, value, evidence);
        default -> json.skipChildren();
      }
    }
    outliers++;
    if (outliers <= MAX_OUTLIERS) {
      Place at = place(line, title);
      found.add(new PreflightOutlier(code, severity, host, peer, title, evidence, at));
    }
  }

  private static String text(JsonParser json, JsonToken value) {
    if (value != JsonToken.VALUE_STRING) {
      json.skipChildren();
      return "";
    }
    String text = json.getString();
    return text.substring(0, Math.min(text.length(), MAX_TEXT));
  }

  private static void evidence(JsonParser json, JsonToken value, List<String> into) {
    if (value != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    for (JsonToken each = json.nextToken();
        each != JsonToken.END_ARRAY && each != null;
        each = json.nextToken()) {
      String text = text(json, each);
      if (into.size() < MAX_EVIDENCE) {
        into.add(text);
      }
    }
  }
}
