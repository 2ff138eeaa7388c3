package io.busbar.collective.blocks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which blocks of a GPU are one stream: those that send to the same peer, or receive from it. */
final class Streams {
  private final Operations all;
  private final int[][] stream;
  private final int most;

  Streams(Operations all) {
    this.all = all;
    List<BlockAlgorithm.Gpu> gpus = all.algorithm.gpus();
    stream = new int[gpus.size()][];
    int widest = 1;
    for (int rank = 0; rank < stream.length; rank++) {
      stream[rank] = joined(gpus.get(rank).blocks());
      widest = Math.max(widest, 1 + Arrays.stream(stream[rank]).max().orElse(0));
    }
    most = widest;
  }

  /** Most streams of a GPU. */
  int most() {
    return most;
  }

  int of(int op) {
    return stream[all.rank(op)][all.block(op)];
  }

  private static int[] joined(List<Block> blocks) {
    int[] head = new int[blocks.size()];
    Arrays.setAll(head, b -> b);
    Map<Integer, Integer> sends = new HashMap<>();
    Map<Integer, Integer> receives = new HashMap<>();
    for (int b = 0; b < head.length; b++) {
      Block block = blocks.get(b);
      Integer first = block.sendTo() < 0 ? null : sends.put(block.sendTo(), b);
      if (first != null) {
        join(head, b, first);
      }
      Integer other = block.receiveFrom() < 0 ? null : receives.put(block.receiveFrom(), b);
      if (other != null) {
        join(head, b, other);
      }
    }
    return numbered(head);
  }

  private static void join(int[] head, int a, int b) {
    head[find(head, a)] = find(head, b);
  }

  private static int find(int[] head, int at) {
    int top = at;
    while (head[top] != top) {
      top = head[top];
    }
    return top;
  }

  private static int[] numbered(int[] head) {
    Map<Integer, Integer> number = new HashMap<>();
    int[] streams = new int[head.length];
    for (int b = 0; b < head.length; b++) {
      int top = find(head, b);
      number.putIfAbsent(top, number.size());
      streams[b] = number.get(top);
    }
    return streams;
  }
}
