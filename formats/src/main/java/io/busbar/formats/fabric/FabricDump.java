package io.busbar.formats.fabric;

import java.util.List;

/**
 * What a tool saw of a fabric. Immutable.
 *
 * @param source the file as the user named it
 * @param tool {@code ibnetdiscover}, {@code iblinkinfo}, {@code lldpctl}; empty when nothing was
 *     recognised
 * @param nodes in the order of the dump
 * @param cables each once, their ends as indices of nodes
 * @param remarks what is odd, in the order of lines; at most {@link DumpBuilder#MAX_REMARKS}
 * @param remarkCount all of them, counted
 * @param counted whether each cable stands in it; else it tells only who is below whom
 */
public record FabricDump(
    String source,
    String tool,
    List<FabricNode> nodes,
    List<Cable> cables,
    List<DumpRemark> remarks,
    int remarkCount,
    boolean counted) {
  /** A dump with every cable. */
  public FabricDump(
      String source,
      String tool,
      List<FabricNode> nodes,
      List<Cable> cables,
      List<DumpRemark> remarks,
      int remarkCount) {
    this(source, tool, nodes, cables, remarks, remarkCount, true);
  }

  public FabricDump {
    nodes = List.copyOf(nodes);
    cables = List.copyOf(cables);
    remarks = List.copyOf(remarks);
  }
}
