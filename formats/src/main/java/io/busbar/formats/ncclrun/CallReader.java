package io.busbar.formats.ncclrun;

import io.busbar.formats.artefact.Found;
import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineReader;
import io.busbar.formats.artefact.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the calls that NCCL logs with the subsystem COLL, and finds their rank by the set-up of the
 * communicator in the same file.
 */
public final class CallReader implements LineReader {
  private static final String OP_COUNT = ": opCount ";
  private static final Pattern CALL =
      Pattern.compile(
          "(\\w{3,20}): opCount ([0-9a-f]{1,15}) sendbuff \\S+ recvbuff \\S+ count (\\d{1,18})"
              + " datatype (\\d{1,3}) op \\d+ root -?\\d+ comm (0x[0-9a-f]+)");
  private static final Pattern INIT =
      Pattern.compile(
          "comm (0x[0-9a-f]+) rank (\\d{1,7}) n[rR]anks (\\d{1,7}).*?commId (0x[0-9a-f]+)");
  private static final int MAX_COMMUNICATORS = 100_000;

  private final Map<String, Member> members = new HashMap<>();

  /** A process's end of a communicator. */
  private static final class Member {
    private final String communicator;
    private final int rank;
    private long last = -1;
    private int repeated;

    Member(String communicator, int rank) {
      this.communicator = communicator;
      this.rank = rank;
    }
  }

  @Override
  public String kind() {
    return "NCCL log";
  }

  @Override
  public List<String> keywords() {
    return List.of(OP_COUNT, "Init START", "Init COMPLETE");
  }

  @Override
  public boolean read(Line line, Found found) {
    String text = line.text();
    int number = text.indexOf(OP_COUNT);
    if (number > 0) {
      int from = number;
      while (from > 0 && Character.isLetterOrDigit(text.charAt(from - 1))) {
        from--;
      }
      Matcher call = CALL.matcher(text).region(from, text.length());
      if (call.lookingAt()) {
        call(call, line, found);
      }
      return false;
    }
    Matcher init = INIT.matcher(text);
    if (init.find() && members.size() < MAX_COMMUNICATORS) {
      members.putIfAbsent(
          key(text, init.group(1)), new Member(init.group(4), Integer.parseInt(init.group(2))));
    }
    return false;
  }

  private void call(Matcher m, Line line, Found found) {
    if (m.group(1).equals("Send") || m.group(1).equals("Recv")) {
      return; // counted apart, and not the same on all ranks
    }
    Member member = members.get(key(line.text(), m.group(5)));
    long opCount = Long.parseLong(m.group(2), 16);
    if (member != null) {
      member.repeated = opCount == member.last ? member.repeated + 1 : 0;
      member.last = opCount;
    }
    found.add(
        new CollectiveCall(
            member == null ? "" : member.communicator,
            member == null ? -1 : member.rank,
            m.group(1),
            opCount,
            member == null ? 0 : member.repeated,
            Long.parseLong(m.group(3)),
            Integer.parseInt(m.group(4)),
            line.place(m.start())));
  }

  private static String key(String text, String pointer) {
    Origin origin = Origin.of(text);
    return origin.host() + ":" + origin.process() + "/" + pointer;
  }
}
