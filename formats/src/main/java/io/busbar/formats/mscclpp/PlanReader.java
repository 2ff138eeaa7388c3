package io.busbar.formats.mscclpp;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads an execution plan of MSCCL++ in one pass: thread blocks become operations as they come, so
 * that only they are in memory. At most {@link #MOST_OPERATIONS} of them. Whether the plan is right
 * is not looked at. Used once; not thread-safe.
 */
public final class PlanReader {
  /** Operations of all thread blocks together. */
  public static final int MOST_OPERATIONS = 1_000_000;

  private static final int MOST_GPUS = 4096;
  private static final int MOST_ITEMS = 1 << 16;
  private static final int MOST_DEPTH = 16;

  private final String source;
  private final Problems problems;
  private final PlanParts parts;
  private int total;

  private PlanReader(String source, Problems problems, Problems warnings) {
    this.source = source;
    this.problems = problems;
    this.parts = new PlanParts(problems, warnings);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param problems what is wrong is added
   * @param warnings what was passed over is added
   * @return null when there is no plan at all
   */
  public static @Nullable PlanFile read(
      String source, InputStream in, Problems problems, Problems warnings) throws IOException {
    PlanReader reader = new PlanReader(source, problems, warnings);
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      return reader.file(json);
    } catch (InputException e) {
      problems.addAll(e);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      Position place =
          at == null ? Position.of(source) : new Position(source, at.getLineNr(), at.getColumnNr());
      problems.add(place, "", "", "valid JSON", "the file may be cut off");
    }
    return null;
  }

  private @Nullable PlanFile file(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      problems.add(Position.of(source), "", "", "{, the start of a plan", "a plan of MSCCL++");
      return null;
    }
    Map<String, Object> values = new HashMap<>();
    List<PlanGpu> gpus = new ArrayList<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("gpus") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          limit(json, gpus.size(), MOST_GPUS, "GPUs");
          gpus.add(gpu(json));
        }
      } else {
        values.put(key, value(json, 0));
      }
    }
    if (json.currentToken() != JsonToken.END_OBJECT) {
      problems.add(at(json), "", "", "} before the end of the file", "the file may be cut off");
    }
    return parts.file(Position.of(source), values, gpus);
  }

  private PlanGpu gpu(JsonParser json) {
    Position at = at(json);
    Map<String, Object> values = new HashMap<>();
    List<PlanBlock> blocks = new ArrayList<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("threadblocks") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          limit(json, blocks.size(), MOST_GPUS, "thread blocks of a GPU");
          blocks.add(block(json));
        }
      } else {
        values.put(key, value(json, 0));
      }
    }
    return parts.gpu(at, values, blocks);
  }

  private PlanBlock block(JsonParser json) {
    Position at = at(json);
    Map<String, Object> values = new HashMap<>();
    List<PlanOp> ops = new ArrayList<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("ops") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          limit(json, total++, MOST_OPERATIONS, "operations");
          Position place = at(json);
          PlanOp op = parts.op(place, value(json, 0));
          total += op.loop().size();
          ops.add(op);
        }
      } else {
        values.put(key, value(json, 0));
      }
    }
    return parts.block(at, values, ops);
  }

  /** A small value: a map, a list, a text, a whole number or a boolean. */
  private Object value(JsonParser json, int depth) {
    limit(json, depth, MOST_DEPTH, "levels of nesting");
    return switch (json.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> map = new HashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
          limit(json, map.size(), MOST_ITEMS, "keys");
          String key = json.currentName();
          json.nextToken();
          map.put(key, value(json, depth + 1));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          limit(json, list.size(), MOST_ITEMS, "items of a list");
          list.add(value(json, depth + 1));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> json.getBigIntegerValue();
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      default -> json.getString();
    };
  }

  private void limit(JsonParser json, int count, int most, String of) {
    if (count >= most) {
      throw new InputException(new Problem(at(json), "", "", "at most " + most + " " + of, ""));
    }
  }

  private Position at(JsonParser json) {
    TokenStreamLocation at = json.currentTokenLocation();
    return new Position(source, at.getLineNr(), at.getColumnNr());
  }
}
