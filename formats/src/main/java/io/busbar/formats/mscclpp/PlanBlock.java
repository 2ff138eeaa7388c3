package io.busbar.formats.mscclpp;

import java.util.List;

/**
 * A thread block.
 *
 * @param channels of each kind it uses, which of the GPU's; operations count in these lists
 * @param remotes of each kind of channel, which of the GPU's remote buffers
 */
public record PlanBlock(int id, List<PlanOp> ops, List<Use> channels, List<Use> remotes) {
  public PlanBlock {
    ops = List.copyOf(ops);
    channels = List.copyOf(channels);
    remotes = List.copyOf(remotes);
  }

  /**
   * Numbers of a kind.
   *
   * @param type {@code memory}, {@code port} or {@code switch}
   */
  public record Use(String type, List<Integer> ids) {
    public Use {
      ids = List.copyOf(ids);
    }
  }

  /** All numbers of a kind, in order. */
  static List<Integer> of(List<Use> uses, String type) {
    return uses.stream().filter(u -> u.type.equals(type)).flatMap(u -> u.ids.stream()).toList();
  }

  /** The GPU's channels of a kind that this block uses. */
  public List<Integer> channels(String type) {
    return of(channels, type);
  }

  /** The GPU's remote buffers that this block reaches by a kind of channel. */
  public List<Integer> remotes(String type) {
    return of(remotes, type);
  }
}
