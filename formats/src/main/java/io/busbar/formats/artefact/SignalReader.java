package io.busbar.formats.artefact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the messages of {@code signals.tsv} in any log: NCCL of every version, kernel, fabric
 * manager, SHARP, libfabric, UCX, torch. A message is known by a keyword and, where it has values,
 * by a pattern.
 */
public final class SignalReader implements LineReader {
  private static final List<Message> MESSAGES = load();
  private static final KeywordMachine MACHINE =
      new KeywordMachine(MESSAGES.stream().map(m -> List.of(m.keyword())).toList());

  /** Of one message some thousand are as good as a million. */
  private static final int ENOUGH = 2_000;

  private final long[] hits = MACHINE.emptySet();

  private record Message(String id, String keyword, Pattern pattern, List<String> groups) {}

  private static List<Message> load() {
    List<Message> messages = new ArrayList<>();
    InputStream in = Objects.requireNonNull(SignalReader.class.getResourceAsStream("signals.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        String[] cells = line.split("\t+", 3);
        Pattern pattern = Pattern.compile(cells.length > 2 ? cells[2] : Pattern.quote(cells[1]));
        List<String> groups = new ArrayList<>(pattern.namedGroups().keySet());
        messages.add(new Message(cells[0], cells[1], pattern, groups));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(messages);
  }

  /** Ids of all messages. */
  public static List<String> ids() {
    return MESSAGES.stream().map(Message::id).distinct().toList();
  }

  @Override
  public String kind() {
    return "log";
  }

  @Override
  public List<String> keywords() {
    return MESSAGES.stream().map(Message::keyword).toList();
  }

  @Override
  public int enough() {
    return ENOUGH;
  }

  @Override
  public boolean read(Line line, Found found) {
    java.util.Arrays.fill(hits, 0);
    MACHINE.scan(line.bytes(), line.length(), hits);
    Origin origin = null;
    String last = "";
    for (int i = 0; i < MESSAGES.size(); i++) {
      if ((hits[i >> 6] >>> i & 1) == 0) {
        continue;
      }
      Message message = MESSAGES.get(i);
      if (message.id().equals(last)) {
        continue; // an earlier form of the same message fitted
      }
      Matcher m = message.pattern().matcher(line.body());
      if (m.find()) {
        origin = origin == null ? line.origin() : origin;
        last = message.id();
        found.add(new Signal(last, values(message, m), origin, line.placeInBody(m.start())));
      }
    }
    return false;
  }

  private static Map<String, String> values(Message message, Matcher m) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String group : message.groups()) {
      String value = m.group(group);
      if (value != null) {
        values.put(group, value.strip());
      }
    }
    return values;
  }
}
