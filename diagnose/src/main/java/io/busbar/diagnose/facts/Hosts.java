package io.busbar.diagnose.facts;

import io.busbar.formats.artefact.HostMark;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Wrapper;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What machine something is about: the prefix of a log line tells it, else a heading or prompt
 * before the line, else the name of the file or of its directory when it looks like a host's. Names
 * have no domain, so that the short and the full name of a host are one.
 */
public final class Hosts {
  private static final Pattern IN_NAME =
      Pattern.compile(
          "(?:^|[-_./])((?:node|host|gpu|worker|server|dgx|hgx|compute|vm|pod|n|c|r)[-_]?[a-z]{0,8}[-_]?\\d{1,5})(?=[-_./]|$)");
  private static final int MAX_MARKS = 20_000;

  private final Map<String, TreeMap<Integer, String>> marks = new HashMap<>();
  private int count;

  void mark(HostMark mark) {
    if (++count <= MAX_MARKS) {
      marks
          .computeIfAbsent(mark.at().file(), f -> new TreeMap<>())
          .put(mark.at().line(), mark.host());
    }
  }

  /** Takes in what another reading told. */
  void absorb(Hosts other) {
    other.marks.forEach((file, lines) ->
        lines.forEach((line, host) -> {
          if (++count <= MAX_MARKS) {
            marks.computeIfAbsent(file, f -> new TreeMap<>()).put(line, host);
          }
        }));
  }

  /** The host of a record; empty when nothing tells it. */
  public String of(Origin origin, Place at) {
    return origin.host().isEmpty() ? of(at) : origin.host();
  }

  /** The host of a line; empty when nothing tells it. */
  public String of(Place at) {
    String told = Wrapper.host(at.text());
    if (!told.isEmpty()) {
      return told;
    }
    TreeMap<Integer, String> ofFile = marks.get(at.file());
    Map.Entry<Integer, String> mark = ofFile == null ? null : ofFile.floorEntry(at.line());
    return mark == null ? of(at.file()) : mark.getValue();
  }

  /** The host that a file's name tells, or empty text. */
  public String of(String file) {
    Matcher m = IN_NAME.matcher(file);
    String last = "";
    while (m.find()) {
      last = m.group(1);
    }
    return last;
  }
}
