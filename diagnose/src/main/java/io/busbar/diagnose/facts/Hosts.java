package io.busbar.diagnose.facts;

import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Wrapper;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What machine something is about: the prefix of a log line tells it, else the name of the file or
 * of its directory when it looks like a host's.
 */
public final class Hosts {
  private static final Pattern IN_NAME =
      Pattern.compile(
          "(?:^|[-_./])((?:node|host|gpu|worker|server|dgx|hgx|compute|vm|pod|n|c|r)[-_]?[a-z]{0,8}[-_]?\\d{1,5})(?=[-_./]|$)");

  /** The host of a record; empty when nothing tells it. */
  public String of(Origin origin, Place at) {
    return origin.host().isEmpty() ? of(at) : origin.host();
  }

  /** The host that a launcher put before the line, else the one that the file's name tells. */
  public String of(Place at) {
    String told = Wrapper.host(at.text());
    return told.isEmpty() ? of(at.file()) : told;
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
