package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.ProtocolException;
import io.busbar.runtime.transport.SlotSize;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What a rank, or an aggregator for the ranks below it, says when it joins a group at an
 * aggregator.
 *
 * @param session the group
 * @param shard which range of every buffer is added up here, of {@code shards}
 * @param slots chunks, and how many of a rank may be on their way
 * @param frozenMs how long an aggregator may show no sign of life
 * @param ranks of the group
 * @param tree place and number of siblings, here and at each aggregator above, two numbers each
 * @param carried the ranks that are spoken for, rising
 * @param name of an aggregator that joins; empty for a rank
 */
record Membership(
    UUID session,
    int shard,
    int shards,
    SlotSize slots,
    int frozenMs,
    int ranks,
    List<Integer> tree,
    List<Integer> carried,
    String name) {
  static final int MOST_RANKS = 16_384;
  static final int MOST_LEVELS = 8;
  static final int MOST_CHUNK = 4 << 20;
  private static final int MOST_NAME = 200;
  private static final int FIXED = 16 + 9 * 4;

  /** Most bytes of one. */
  static final int MOST_BYTES = FIXED + 4 * (2 * MOST_LEVELS + MOST_RANKS) + MOST_NAME;

  Membership {
    tree = List.copyOf(tree);
    carried = List.copyOf(carried);
  }

  int place() {
    return tree.get(0);
  }

  int siblings() {
    return tree.get(1);
  }

  Share share() {
    int[] all = carried.stream().mapToInt(Integer::intValue).toArray();
    return new Share(all, !name.isEmpty());
  }

  /** The part that all who join at one aggregator have in common. */
  Membership common() {
    List<Integer> rest = new ArrayList<>(tree);
    rest.set(0, 0);
    return new Membership(session, shard, shards, slots, frozenMs, ranks, rest, List.of(), "");
  }

  /** What the aggregator here says to the one above. */
  Membership above(List<Integer> below, String own) {
    List<Integer> rest = tree.subList(2, tree.size());
    return new Membership(session, shard, shards, slots, frozenMs, ranks, rest, below, own);
  }

  byte[] encoded() {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out = ByteBuffer.allocate(MOST_BYTES);
    out.putLong(session.getMostSignificantBits()).putLong(session.getLeastSignificantBits());
    out.putInt(shard).putInt(shards).putInt(slots.bytes()).putInt(slots.count());
    out.putInt(frozenMs).putInt(ranks);
    out.putInt(tree.size()).putInt(carried.size()).putInt(Math.min(text.length, MOST_NAME));
    tree.forEach(out::putInt);
    carried.forEach(out::putInt);
    out.put(text, 0, Math.min(text.length, MOST_NAME));
    byte[] all = new byte[out.position()];
    out.flip().get(all);
    return all;
  }

  /**
   * @throws ProtocolException when the numbers make no sense
   */
  static Membership decoded(ByteBuffer in) {
    if (in.remaining() < FIXED) {
      throw new ProtocolException("a membership of " + in.remaining() + " bytes");
    }
    UUID session = new UUID(in.getLong(), in.getLong());
    int shard = within(in.getInt(), 0, Aggregators.MOST - 1);
    int shards = within(in.getInt(), shard + 1, Aggregators.MOST);
    int chunk = within(in.getInt(), 64, MOST_CHUNK);
    SlotSize slots = slots(chunk, in.getInt());
    int frozenMs = within(in.getInt(), 1, Integer.MAX_VALUE);
    int ranks = within(in.getInt(), 1, MOST_RANKS);
    int levels = within(in.getInt(), 2, 2 * MOST_LEVELS);
    int carried = within(in.getInt(), 1, ranks);
    int name = within(in.getInt(), 0, MOST_NAME);
    if (levels % 2 != 0 || in.remaining() != 4 * (levels + carried) + name) {
      throw new ProtocolException(levels + " numbers of places, " + carried + " ranks");
    }
    List<Integer> tree = new ArrayList<>();
    for (int i = 0; i < levels; i += 2) {
      int place = in.getInt();
      int siblings = within(in.getInt(), 1, MOST_RANKS);
      tree.add(within(place, 0, siblings - 1));
      tree.add(siblings);
    }
    List<Integer> list = new ArrayList<>();
    int least = 0;
    for (int i = 0; i < carried; i++) {
      list.add(within(in.getInt(), least, ranks - 1));
      least = list.getLast() + 1;
    }
    byte[] text = new byte[name];
    in.get(text);
    String said = new String(text, StandardCharsets.UTF_8);
    return new Membership(session, shard, shards, slots, frozenMs, ranks, tree, list, said);
  }

  private static SlotSize slots(int chunk, int count) {
    try {
      return new SlotSize(chunk, count);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(String.valueOf(e.getMessage()));
    }
  }

  private static int within(int value, int least, int most) {
    if (value < least || value > most) {
      throw new ProtocolException(value + " where " + least + " to " + most + " were expected");
    }
    return value;
  }
}
