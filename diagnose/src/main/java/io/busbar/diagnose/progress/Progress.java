package io.busbar.diagnose.progress;

import io.busbar.formats.ncclrun.CollectiveCall;
import io.busbar.formats.torch.FlightEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Progress of all groups. Takes entries as they are read and keeps of each rank and group its last
 * call, its first open one and a few times, so that thousands of ranks fit in memory. Filled by one
 * thread, then only read.
 */
public final class Progress {
  /** Pairs of rank and group; more are counted and left out. */
  public static final int MAX_PAIRS = 400_000;

  /** Operations in which all ranks issue the same size. */
  private static final Set<String> SAME_SIZE =
      Set.of(
          "all_reduce",
          "allreduce",
          "broadcast",
          "reduce",
          "all_gather",
          "_all_gather_base",
          "_allgather_base",
          "reduce_scatter",
          "_reduce_scatter_base",
          "AllReduce",
          "Broadcast",
          "Reduce",
          "AllGather",
          "ReduceScatter");

  private final Map<String, GroupProgress> groups = new LinkedHashMap<>();
  private final Set<Integer> dumps = new TreeSet<>();
  private int pairs;

  /** Takes an entry of a flight recorder; true when its line may be quoted later. */
  public boolean take(FlightEntry e) {
    if (e.rank() >= 0) {
      dumps.add(e.rank());
    }
    if (e.sequence() < 0) {
      return false;
    }
    String kind = kind(e.operation(), e.sizes(), e.types());
    GroupProgress group = group("flight recorder", e.group(), true);
    group.members(e.members());
    return take(
        group,
        new Call(
            e.rank(),
            e.sequence(),
            e.operation(),
            kind,
            e.state(),
            !e.completed(),
            e.createdNs(),
            e.completedNs(),
            e.at()));
  }

  /** Takes a call that NCCL logged; true when its line may be quoted later. */
  public boolean take(CollectiveCall c) {
    if (c.rank() < 0 || c.communicator().isEmpty() || c.repeated() > 0) {
      return false;
    }
    GroupProgress group = group("NCCL log", c.communicator(), false);
    String kind = kind(c.operation(), Long.toString(c.count()), "type " + c.type());
    return take(
        group, new Call(c.rank(), c.opCount(), c.operation(), kind, "issued", false, 0, 0, c.at()));
  }

  private static String kind(String operation, String sizes, String types) {
    return SAME_SIZE.contains(operation)
        ? (operation + " of " + sizes + (types.isEmpty() ? "" : " " + types)).strip()
        : operation;
  }

  private GroupProgress group(String source, String name, boolean statesKnown) {
    return groups.computeIfAbsent(
        source + "|" + name, key -> new GroupProgress(source, name, statesKnown));
  }

  /**
   * Takes in what another reading found. Where ranks are further apart than a window of
   * collectives, different operations under one number may show in one reading only.
   */
  public void absorb(Progress other) {
    dumps.addAll(other.dumps);
    for (Map.Entry<String, GroupProgress> e : other.groups.entrySet()) {
      GroupProgress theirs = e.getValue();
      GroupProgress own = group(theirs.source(), theirs.name(), theirs.statesKnown());
      long fresh = theirs.seen().stream().filter(rank -> own.of(rank) == null).count();
      pairs += (int) fresh;
      own.absorb(theirs, Math.max(0, MAX_PAIRS - pairs + (int) fresh));
    }
    pairs += other.leftOut();
  }

  private boolean take(GroupProgress group, Call call) {
    if (group.of(call.rank()) == null && ++pairs > MAX_PAIRS) {
      return false;
    }
    return group.take(call);
  }

  public Collection<GroupProgress> groups() {
    return groups.values();
  }

  /** Ranks whose flight recorder was read. */
  public Set<Integer> dumps() {
    return dumps;
  }

  /** Pairs of rank and group that were too many. */
  public int leftOut() {
    return Math.max(0, pairs - MAX_PAIRS);
  }
}
