package io.busbar.formats.ras;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.TextLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads what {@code ncclras --format json} prints (NCCL 2.28.7 and later), one communicator in
 * memory at a time. A cut file gives what stands before the cut. One instance reads one file.
 */
public final class RasJsonReader {
  private static final int MAX_COUNTS = 64;

  private final TextLines lines;
  private final Found found;

  /** What a rank of a communicator told. */
  private static final class Rank {
    private int number = -1;
    private String where = "";
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private boolean failed;
    private boolean dead;
    private int line;
  }

  private RasJsonReader(TextLines lines, Found found) {
    this.lines = lines;
    this.found = found;
  }

  /** Reads a status; gives one {@link RasCommunicator} for each communicator. */
  public static void read(String file, byte[] bytes, TextLines lines, Found found) {
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), bytes)) {
      new RasJsonReader(lines, found).document(json);
    } catch (JacksonException e) {
      found.warn(
          new Place(file, 0, ""), "RAS: the JSON ends or breaks early; the part before it is used");
    }
  }

  private void document(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean communicators = json.currentName().equals("communicators");
      if (json.nextToken() == JsonToken.START_ARRAY && communicators) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          communicator(json);
        }
      } else {
        json.skipChildren();
      }
    }
  }

  private void communicator(JsonParser json) {
    int line = json.currentTokenLocation().getLineNr();
    String hash = "";
    int size = 0;
    List<Rank> present = new ArrayList<>();
    List<Rank> missing = new ArrayList<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      if (key.equals("hash")) {
        hash = json.getString();
        line = json.currentTokenLocation().getLineNr();
      } else if (key.equals("size") && value == JsonToken.VALUE_NUMBER_INT) {
        size = (int) json.getLongValue();
      } else if (value == JsonToken.START_ARRAY
          && (key.equals("ranks") || key.equals("missing_ranks"))) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
          (key.equals("ranks") ? present : missing).add(rank(json));
        }
      } else {
        json.skipChildren();
      }
    }
    Set<Integer> dead = new TreeSet<>();
    missing.stream().filter(r -> r.dead).forEach(r -> dead.add(r.number));
    Set<Integer> failed = new TreeSet<>();
    present.stream().filter(r -> r.failed).forEach(r -> failed.add(r.number));
    Place at = lines.place(line);
    found.add(
        new RasCommunicator(
            hash,
            size,
            spreads(present),
            numbers(missing),
            dead,
            failed,
            at,
            missing.isEmpty() ? at : lines.place(missing.getFirst().line)));
  }

  private static Set<Integer> numbers(List<Rank> ranks) {
    Set<Integer> numbers = new TreeSet<>();
    ranks.forEach(r -> numbers.add(r.number));
    return numbers;
  }

  private Rank rank(JsonParser json) {
    Rank rank = new Rank();
    rank.line = json.currentTokenLocation().getLineNr();
    String host = "";
    String pid = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "rank" -> rank.number = (int) json.getValueAsLong(-1);
        case "host" -> host = json.getString();
        case "pid" -> pid = json.getString();
        case "status" -> status(json, value, rank);
        case "collective_counts" -> {
          rank.line = json.currentTokenLocation().getLineNr();
          counts(json, value, rank);
        }
        default -> json.skipChildren();
      }
    }
    rank.where = "process " + pid + " on " + host;
    return rank;
  }

  private static void status(JsonParser json, JsonToken value, Rank rank) {
    if (value != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken told = json.nextToken();
      boolean yes =
          told == JsonToken.VALUE_TRUE
              || told == JsonToken.VALUE_NUMBER_INT && json.getLongValue() != 0;
      if (key.equals("async_error")) {
        // 7 is "in progress", which is no error
        rank.failed |= yes && !json.getString().equals("7");
      } else if (key.equals("considered_dead")) {
        rank.dead |= yes;
      }
      json.skipChildren();
    }
  }

  private static void counts(JsonParser json, JsonToken value, Rank rank) {
    if (value != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String operation = json.currentName();
      if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && rank.counts.size() < MAX_COUNTS) {
        rank.counts.put(operation, json.getLongValue());
      } else {
        json.skipChildren();
      }
    }
  }

  private List<RasCommunicator.Spread> spreads(List<Rank> ranks) {
    Map<String, TreeMap<Long, List<Rank>>> byOperation = new LinkedHashMap<>();
    for (Rank rank : ranks) {
      rank.counts.forEach((operation, count) ->
          byOperation
              .computeIfAbsent(operation, o -> new TreeMap<>())
              .computeIfAbsent(count, c -> new ArrayList<>())
              .add(rank));
    }
    List<RasCommunicator.Spread> spreads = new ArrayList<>();
    byOperation.forEach((operation, byCount) -> {
      if (byCount.size() > 1) {
        List<Rank> behind = byCount.firstEntry().getValue();
        spreads.add(
            new RasCommunicator.Spread(
                operation,
                byCount.firstKey(),
                numbers(behind),
                byCount.lastKey(),
                byCount.lastEntry().getValue().size(),
                behind.getFirst().where,
                lines.place(behind.getFirst().line)));
      }
    });
    return spreads;
  }
}
