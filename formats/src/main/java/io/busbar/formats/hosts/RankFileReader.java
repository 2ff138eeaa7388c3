package io.busbar.formats.hosts;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.hosts.RankFile.Rank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads rank files of Open MPI ({@code rank 0=node001 slot=0}); a host file stands for ranks that
 * fill its hosts in turn, as many as their slots say.
 */
public final class RankFileReader {
  private static final int MAX_RANK = 1 << 22;
  private static final Pattern RANK =
      Pattern.compile(
          "rank\\s+(\\d{1,9})\\s*=\\s*(\\S{1,255})(?:\\s+slots?\\s*=\\s*(\\S{1,64}))?\\s*");

  private RankFileReader() {}

  /**
   * @param slotsPerHost ranks of a host whose line does not say
   * @param problems what is wrong is added: ranks twice, ranks left out, odd lines
   */
  public static RankFile read(String source, String text, int slotsPerHost, Problems problems) {
    boolean ranked = false;
    for (String line : text.split("\n", -1)) {
      ranked |= line.strip().startsWith("rank");
    }
    return ranked ? ranks(source, text, problems) : hosts(source, text, slotsPerHost, problems);
  }

  private static RankFile hosts(String source, String text, int perHost, Problems problems) {
    List<Rank> ranks = new ArrayList<>();
    for (NodeList.Host host : NodeListReader.read(source, text, problems).hosts()) {
      int slots = host.slots() == 0 ? perHost : host.slots();
      for (int slot = 0; slot < slots && ranks.size() < MAX_RANK; slot++) {
        ranks.add(new Rank(host.name(), host.line()));
      }
    }
    return new RankFile(source, ranks);
  }

  private static RankFile ranks(String source, String text, Problems problems) {
    Map<Integer, Rank> byRank = new TreeMap<>(Comparator.naturalOrder());
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int comment = line.indexOf('#');
      String plain = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!plain.isEmpty()) {
        rank(plain, new Position(source, number, 0), byRank, problems);
      }
    }
    List<Rank> ranks = new ArrayList<>();
    byRank.forEach((rank, where) -> {
      if (rank != ranks.size() && problems.count() == 0) {
        String missing = "rank " + ranks.size() + ", which is missing before this one";
        problems.add(
            new Position(source, where.line(), 0), "rank", Integer.toString(rank), missing, "");
      }
      ranks.add(where);
    });
    return new RankFile(source, ranks);
  }

  private static void rank(
      String plain, Position at, Map<Integer, Rank> byRank, Problems problems) {
    Matcher m = RANK.matcher(plain);
    int rank = m.matches() ? Integer.parseInt(m.group(1)) : -1;
    if (rank < 0 || rank > MAX_RANK || !HostList.isName(m.group(2))) {
      problems.add(at, "", plain, "a line such as 'rank 0=node001 slot=0'", "");
      return;
    }
    Rank before = byRank.putIfAbsent(rank, new Rank(m.group(2), at.line()));
    if (before != null) {
      String first = "line " + before.line() + " puts it on " + before.host();
      problems.add(at, "rank", Integer.toString(rank), "each rank once", first);
    }
  }
}
