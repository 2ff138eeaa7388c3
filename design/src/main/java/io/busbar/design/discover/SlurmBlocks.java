package io.busbar.design.discover;

import io.busbar.formats.hosts.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fabric as SLURM's blocks: each leaf group (leaves that the same hosts use) is a block, with the
 * name of its switch where it has only one. Blocks of a pod stand together. Sizes of blocks are the
 * smallest block, and a pod's where all pods are of the same power of two of blocks: SLURM joins
 * blocks that stand beside each other into larger ones of such sizes. Stateless.
 */
final class SlurmBlocks {
  private record Block(String name, List<String> nodes) {}

  private SlurmBlocks() {}

  static String conf(Discovery fabric) {
    StringBuilder out = new StringBuilder(head(fabric));
    List<Block> blocks = blocks(fabric);
    for (Block block : blocks) {
      out.append("BlockName=").append(block.name);
      out.append(" Nodes=").append(HostList.compress(block.nodes)).append('\n');
    }
    List<String> sizes = sizes(fabric, blocks).stream().map(String::valueOf).toList();
    return out.append("BlockSizes=").append(String.join(",", sizes)).append('\n').toString();
  }

  static String yaml(Discovery fabric) {
    StringBuilder out = new StringBuilder(head(fabric));
    List<Block> blocks = blocks(fabric);
    out.append("- topology: fabric\n  cluster_default: true\n  block:\n    block_sizes:\n");
    for (int size : sizes(fabric, blocks)) {
      out.append("      - ").append(size).append('\n');
    }
    out.append("    blocks:\n");
    for (Block block : blocks) {
      out.append("      - block: ").append(block.name).append('\n');
      out.append("        nodes: \"").append(HostList.compress(block.nodes)).append("\"\n");
    }
    return out.toString();
  }

  private static String head(Discovery fabric) {
    return "# Leaf groups of " + fabric.source() + "\n";
  }

  private static List<Block> blocks(Discovery fabric) {
    List<Block> blocks = new ArrayList<>();
    for (int pod = 0; pod < fabric.pods(); pod++) {
      for (int group = 0; group < fabric.groups(); group++) {
        List<String> nodes =
            fabric.podOfGroup(group) == pod ? SlurmText.nodes(fabric, group) : List.of();
        if (!nodes.isEmpty()) {
          blocks.add(new Block(name(fabric, group), nodes));
        }
      }
    }
    return blocks;
  }

  private static String name(Discovery fabric, int group) {
    Wiring wiring = fabric.wiring();
    List<Integer> leaves =
        wiring.ports().stream()
            .filter(port -> fabric.groupOfHost(port.host()) == group)
            .map(HostPort::leaf)
            .distinct()
            .toList();
    return leaves.size() == 1 ? wiring.node(leaves.getFirst()).name() : "leafgroup" + group;
  }

  private static List<Integer> sizes(Discovery fabric, List<Block> blocks) {
    int least = blocks.stream().mapToInt(block -> block.nodes.size()).min().orElse(1);
    List<Integer> sizes = new ArrayList<>(List.of(least));
    int perPod = blocks.size() / Math.max(1, fabric.pods());
    boolean alike = true;
    for (int pod = 0; pod < fabric.pods(); pod++) {
      int of = pod;
      long count =
          IntStream.range(0, fabric.groups())
              .filter(group -> fabric.podOfGroup(group) == of)
              .filter(group -> !SlurmText.nodes(fabric, group).isEmpty())
              .count();
      alike &= count == perPod;
    }
    if (alike && perPod > 1 && Integer.bitCount(perPod) == 1) {
      sizes.add(least * perPod);
    }
    return sizes;
  }
}
