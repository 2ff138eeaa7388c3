package io.busbar.formats.fabric;

import io.busbar.formats.fabric.DumpBuilder.End;
import io.busbar.formats.fabric.FabricNode.Kind;
import io.busbar.formats.lines.ByteLines;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a dump of ibnetdiscover (whole, or its list of ports with {@code -p}) or of iblinkinfo (by
 * node, or a line per link with {@code -l}), whichever it is. Odd lines become remarks. Memory
 * grows with nodes and cables, which are bounded; time with the file.
 */
public final class FabricDumpReader {
  private static final int MAX_LINE_BYTES = 2048;
  private static final String DISCOVER = "ibnetdiscover";
  private static final String LINK_INFO = "iblinkinfo";

  private final ByteLines lines;
  private final DumpBuilder out = new DumpBuilder();
  private String tool = "";

  /** The record that the reader is in; −1 before the first. */
  private int node = -1;

  private Kind kind = Kind.SWITCH;
  private String linkInfoName = "";
  private long linkInfoGuid;
  private int lastLine;

  private FabricDumpReader(InputStream in) {
    lines = new ByteLines(in, MAX_LINE_BYTES);
  }

  /**
   * Reads to the end of the stream.
   *
   * @param source name for messages
   */
  public static FabricDump read(String source, InputStream in) throws IOException {
    return new FabricDumpReader(in).read(source);
  }

  private FabricDump read(String source) throws IOException {
    boolean whole = true;
    try {
      while (lines.next()) {
        lastLine = lines.number();
        line(new LineCursor(lines.text()));
      }
    } catch (DumpTooLarge e) {
      whole = false;
      out.remark("cut-dump", lastLine, "larger than any fabric; the rest was not read");
    }
    FabricDump dump = out.build(source, tool);
    long undescribed = dump.nodes().stream().filter(n -> !n.described()).count();
    boolean adaptersOnly =
        dump.nodes().stream().noneMatch(n -> n.described() && n.kind() == Kind.ADAPTER);
    boolean allowed =
        adaptersOnly
            && dump.nodes().stream().noneMatch(n -> !n.described() && n.kind() != Kind.ADAPTER);
    if (whole && undescribed > 0 && !allowed) {
      FabricNode first =
          dump.nodes().stream().filter(n -> !n.described()).findFirst().orElseThrow();
      out.remark(
          "cut-dump",
          lastLine,
          undescribed
              + " nodes stand at others' cables only, such as '"
              + first.label()
              + "': the dump ends early or was made from a part of the fabric");
      return out.rebuilt(dump);
    }
    return dump;
  }

  private void line(LineCursor c) {
    if (c.atEnd() || c.is('#')) {
      return;
    }
    if (c.contains(")==>")) {
      linkInfo(c);
    } else if (c.startsWith("Switch:") || c.startsWith("CA:") || c.startsWith("Router:")) {
      linkInfoNode(c);
    } else if (c.is('[')) {
      discoveredPort(c);
    } else if (c.word("Switch")) {
      discovered(c, Kind.SWITCH);
    } else if (c.word("Ca")) {
      discovered(c, Kind.ADAPTER);
    } else if (c.word("Rt")) {
      discovered(c, Kind.ROUTER);
    } else if (c.word("SW") || c.word("CA") || c.word("RT")) {
      listed(c);
    } else if (!isHeader(c)) {
      unreadable(c);
    }
  }

  /** Lines of ibnetdiscover around its records. */
  private static boolean isHeader(LineCursor c) {
    return c.startsWith("vendid=")
        || c.startsWith("devid=")
        || c.startsWith("sysimgguid=")
        || c.startsWith("switchguid=")
        || c.startsWith("caguid=")
        || c.startsWith("rtguid=")
        || c.startsWith("Chassis")
        || c.startsWith("Non-Chassis")
        || c.startsWith("ChassisGuid")
        || c.startsWith("DR path")
        || c.startsWith("Guid ");
  }

  private void unreadable(LineCursor c) {
    out.remark("unreadable-line", lastLine, c.shown());
  }

  /** {@code Switch 36 "S-248a070300f8e2a0" # "MF0;sw1:MSB7700/U1" enhanced port 0 lid 1 lmc 0}. */
  private void discovered(LineCursor c, Kind what) {
    tool = DISCOVER;
    c.nextWord();
    c.number();
    String id = c.quoted();
    long guid = guid(id);
    if (guid == 0) {
      node = -1;
      unreadable(c);
      return;
    }
    c.skipTo('#');
    kind = what;
    node = out.describe(what, guid, c.quoted(), lastLine);
  }

  /**
   * {@code [1] "H-248a0703005c0f2e"[1](248a0703005c0f2e) # "node001 HCA-1" lid 5 4xEDR} below a
   * switch; below an adapter the port's GUID follows its number and the LID precedes the name.
   */
  private void discoveredPort(LineCursor c) {
    int port = c.bracketed();
    c.parenthesised();
    String id = c.quoted();
    int peerPort = c.bracketed();
    long peer = guid(id);
    if (node < 0 || port < 0 || peerPort < 0 || peer == 0) {
      unreadable(c);
      return;
    }
    c.skipTo('#');
    String name = c.quoted();
    end(port, peer, peerPort, name, kindOf(id), c.lastWord(), "");
  }

  private void end(
      int port, long peer, int peerPort, String name, Kind peerKind, String rate, String could) {
    int x = rate.indexOf('x');
    int lanes = x > 0 ? LineCursor.whole(rate.substring(0, x)) : 0;
    LaneSpeed speed = x > 0 ? LaneSpeed.named(rate.substring(x + 1)) : null;
    end(
        new End(
            node,
            port,
            peer,
            peerPort,
            name,
            peerKind,
            true,
            Math.max(0, lanes),
            speed,
            could,
            lastLine));
  }

  private void end(End end) {
    if (end.lanes() == 0 || end.speed() == null) {
      out.remark(
          "unknown-speed", end.line(), "the link to '" + end.peerName() + "' has no known speed");
    }
    out.end(end);
  }

  private static long guid(String id) {
    int dash = id.indexOf('-');
    return dash < 0 ? 0 : LineCursor.hex(id.substring(dash + 1));
  }

  private static Kind kindOf(String id) {
    return id.startsWith("S-") ? Kind.SWITCH : id.startsWith("R-") ? Kind.ROUTER : Kind.ADAPTER;
  }

  /**
   * {@code SW 1719 10 0x0000a0b0c0d00002 4x EDR - CA 134 1 0x… ( 'ib-i1l1s01' - 'o0001 HCA-1' )}.
   */
  private void listed(LineCursor c) {
    tool = DISCOVER;
    Kind own = listedKind(c.nextWord());
    c.number();
    int port = c.number();
    long guid = LineCursor.hex(c.nextWord());
    String lanes = c.nextWord();
    String speed = c.nextWord();
    if (port < 0 || guid == 0) {
      unreadable(c);
      return;
    }
    if (!c.is('-')) {
      return; // a port without a peer
    }
    c.nextWord();
    Kind peerKind = listedKind(c.nextWord());
    c.number();
    int peerPort = c.number();
    long peer = LineCursor.hex(c.nextWord());
    String name = c.singleQuoted();
    String peerName = c.singleQuoted();
    if (peerPort < 0 || peer == 0) {
      unreadable(c);
      return;
    }
    node = out.listed(own, guid, name, lastLine);
    kind = own;
    end(port, peer, peerPort, peerName, peerKind, lanes + speed, "");
  }

  private static Kind listedKind(String word) {
    return word.equals("SW") ? Kind.SWITCH : word.equals("RT") ? Kind.ROUTER : Kind.ADAPTER;
  }

  /** {@code Switch: 0x506b4b0300820910 MF0;SB7700:MSB7700/U1:} or {@code CA: node001 mlx5_0:}. */
  private void linkInfoNode(LineCursor c) {
    tool = LINK_INFO;
    kind = c.startsWith("Switch:") ? Kind.SWITCH : c.startsWith("CA:") ? Kind.ADAPTER : Kind.ROUTER;
    c.nextWord();
    linkInfoGuid = c.startsWith("0x") ? LineCursor.hex(c.nextWord()) : 0;
    String rest = c.rest();
    linkInfoName = rest.endsWith(":") ? rest.substring(0, rest.length() - 1) : rest;
    node = -1;
  }

  /**
   * {@code 0x… 4 1[ ] ==( 4X 25.78125 Gbps Active/ LinkUp)==> 2 17[ ] "MF0;sw1" ( Could be 4X )}. A
   * line of {@code -l} has the names and GUIDs of both ends.
   */
  private void linkInfo(LineCursor c) {
    tool = LINK_INFO;
    long guid = c.startsWith("0x") ? LineCursor.hex(c.nextWord()) : 0;
    boolean single = c.is('"');
    String name = single ? c.quoted() : linkInfoName;
    int lid = c.number();
    int port = c.number();
    c.skipPast("==(");
    String state = c.upTo(")==>");
    if (lid < 0 || port < 0) {
      unreadable(c);
      return;
    }
    if (!state.contains("LinkUp")) {
      return;
    }
    if (c.startsWith("0x")) {
      c.nextWord();
    }
    int peerLid = c.number();
    int peerPort = c.number();
    c.skipTo(']');
    String peerName = c.quoted();
    if (peerLid < 0 || peerPort < 0) {
      unreadable(c);
      return;
    }
    c.skipTo('(');
    String note = c.parenthesised();
    enter(single, lid, guid, name);
    LinkState read = LinkState.of(state);
    end(
        new End(
            node,
            port,
            peerLid,
            peerPort,
            peerName,
            adapterName(peerName) ? Kind.ADAPTER : Kind.SWITCH,
            false,
            read.lanes(),
            read.speed(),
            LinkState.couldBe(note),
            lastLine));
  }

  private void enter(boolean single, int lid, long guid, String name) {
    if (single) {
      kind = adapterName(name) ? Kind.ADAPTER : Kind.SWITCH;
      node = out.listed(kind, lid, name, lastLine);
      return;
    }
    if (node < 0) {
      long own = linkInfoGuid != 0 ? linkInfoGuid : guid;
      node = out.describe(kind, own == 0 ? lid : own, name, lastLine);
    }
    out.alias(lid, node);
  }

  /** Adapters are described as host and device, switches by a product or a name of their own. */
  private static boolean adapterName(@Nullable String name) {
    return name != null
        && (name.contains("mlx")
            || name.contains("HCA")
            || name.contains("hfi")
            || name.endsWith("UFM"));
  }
}
