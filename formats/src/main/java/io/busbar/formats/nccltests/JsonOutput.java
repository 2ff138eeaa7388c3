package io.busbar.formats.nccltests;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.nccltests.NcclTestsTable.Device;
import io.busbar.formats.nccltests.NcclTestsTable.Half;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The JSON that {@code -J} writes, token by token. The environment of the process, which may hold
 * secrets, and the times of single iterations are skipped unread. A file that ends early gives what
 * it holds. One instance reads one file.
 */
final class JsonOutput {
  private static final int MAX_FIELDS = 100;
  private static final int MAX_TEXT = 255;

  private final String source;
  private final Problems warnings;
  private final TableBuilder table = new TableBuilder(1);

  JsonOutput(String source, Problems warnings) {
    this.source = source;
    this.warnings = warnings;
  }

  NcclTests read(InputStream in) {
    try (JsonParser tokens = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      tokens.nextToken();
      document(tokens);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
      warn(line, "", "the end of the JSON document", "what stands before it is used");
    }
    List<NcclTestsTable> tables =
        table.worthKeeping() ? List.of(table.build(NcclTestsReader.fileName(source))) : List.of();
    return new NcclTests(source, tables, warnings.list(), warnings.count());
  }

  private void document(JsonParser tokens) {
    while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = tokens.currentName();
      tokens.nextToken();
      switch (key) {
        case "args" -> args(tokens);
        case "nccl_version" -> ncclVersion(scalars(tokens).getOrDefault("", ""));
        case "config" -> table.setup(setup(scalars(tokens)));
        case "devices" -> each(tokens, fields -> device(line(tokens), fields));
        case "results" -> each(tokens, fields -> row(line(tokens), fields));
        case "out_of_bounds" -> {
          double count = number(scalars(tokens), "count");
          table.wrongValues(Double.isNaN(count) ? -1 : (long) count);
        }
        case "average_bus_bandwidth" -> table.average(number(scalars(tokens), "bandwidth"));
        default -> tokens.skipChildren();
      }
    }
  }

  /** Of the arguments only the program's name is kept. */
  private void args(JsonParser tokens) {
    each(
        tokens,
        fields -> {
          String collective = Collectives.inCommand(fields.getOrDefault("", ""));
          if (!collective.isEmpty()) {
            table.command(collective);
          }
        });
  }

  private void ncclVersion(String text) {
    if (text.matches("\\d{4,6}")) {
      table.ncclVersion(Preamble.ncclVersion(Integer.parseInt(text)));
    }
  }

  private static NcclTestsSetup setup(Map<String, String> fields) {
    String factor = fields.getOrDefault("step_factor", "");
    String bytes = fields.getOrDefault("step_bytes", "");
    return new NcclTestsSetup(
        count(fields, "nthreads"),
        count(fields, "ngpus"),
        whole(fields, "minimum_bytes"),
        whole(fields, "maximum_bytes"),
        factor.isEmpty() ? (bytes.isEmpty() ? "" : bytes + "(bytes)") : factor + "(factor)",
        count(fields, "warmup_iters"),
        count(fields, "iterations"),
        count(fields, "aggregated_iterations"),
        count(fields, "validation"),
        count(fields, "graph"));
  }

  private void device(int line, Map<String, String> fields) {
    int rank = count(fields, "rank");
    if (rank < 0) {
      warn(line, fields.getOrDefault("rank", ""), "a device with its rank", "");
      return;
    }
    table.device(
        new Device(
            line,
            rank,
            Math.max(0, count(fields, "group")),
            fields.getOrDefault("hostname", ""),
            count(fields, "device"),
            fields.getOrDefault("device_hex", ""),
            fields.getOrDefault("device_info", "")));
  }

  private void row(int line, Map<String, String> fields) {
    Half out = half(fields, "out_of_place.");
    Half in = half(fields, "in_place.");
    long size = whole(fields, "size");
    if (size < 0 || (!out.measured() && !in.measured())) {
      String read = fields.getOrDefault("size", "");
      warn(line, read, "a result with size and a time", "it is left out");
      return;
    }
    table.row(
        new Row(
            line,
            size,
            whole(fields, "count"),
            fields.getOrDefault("type", ""),
            fields.getOrDefault("redop", ""),
            count(fields, "root"),
            out,
            in));
  }

  private static Half half(Map<String, String> fields, String prefix) {
    double time = number(fields, prefix + "time");
    double wrong = number(fields, prefix + "nwrong");
    return new Half(
        Double.isNaN(time) ? number(fields, prefix + "cpu_time") : time,
        number(fields, prefix + "alg_bw"),
        number(fields, prefix + "bus_bw"),
        Double.isNaN(wrong) ? -1 : (long) wrong,
        Double.NaN);
  }

  /** The items of an array, each as its scalars; anything else is skipped. */
  private static void each(JsonParser tokens, Consumer<Map<String, String>> item) {
    if (tokens.currentToken() != JsonToken.START_ARRAY) {
      tokens.skipChildren();
      return;
    }
    while (tokens.nextToken() != JsonToken.END_ARRAY && tokens.currentToken() != null) {
      item.accept(scalars(tokens));
    }
  }

  /**
   * The scalars of the value at hand, nested ones with a dotted name, a scalar itself under the
   * empty name. Arrays are skipped.
   */
  private static Map<String, String> scalars(JsonParser tokens) {
    Map<String, String> fields = new HashMap<>();
    collect(tokens, "", fields, 0);
    return fields;
  }

  private static void collect(
      JsonParser tokens, String name, Map<String, String> fields, int depth) {
    JsonToken token = tokens.currentToken();
    if (token == JsonToken.START_OBJECT && depth < 3) {
      while (tokens.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = name.isEmpty() ? tokens.currentName() : name + "." + tokens.currentName();
        tokens.nextToken();
        collect(tokens, key, fields, depth + 1);
      }
    } else if (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT) {
      tokens.skipChildren();
    } else if (token != null && token.isScalarValue() && fields.size() < MAX_FIELDS) {
      String text = tokens.getString();
      fields.put(name, text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    }
  }

  private static double number(Map<String, String> fields, String key) {
    return RowReader.number(fields.getOrDefault(key, ""));
  }

  private static long whole(Map<String, String> fields, String key) {
    String text = fields.getOrDefault(key, "");
    return text.matches("-?\\d{1,18}") ? Long.parseLong(text) : -1;
  }

  private static int count(Map<String, String> fields, String key) {
    return (int) Math.min(Integer.MAX_VALUE, whole(fields, key));
  }

  private static int line(JsonParser tokens) {
    return Math.max(0, tokens.currentTokenLocation().getLineNr());
  }

  private void warn(int line, String read, String expected, String hint) {
    warnings.add(new Position(source, line, 0), "", read, expected, hint);
  }
}
