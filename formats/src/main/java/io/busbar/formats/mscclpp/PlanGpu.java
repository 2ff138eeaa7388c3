package io.busbar.formats.mscclpp;

import java.util.List;

/**
 * What one GPU does.
 *
 * @param inputChunks chunks of its input; a chunk is as large everywhere
 * @param channels as listed; the ends of two GPUs belong together in the order in which each names
 *     the other, memory and port channels apart
 * @param switches groups whose memory a switch adds up or writes at once
 * @param remotes buffers of other GPUs that it reads or writes
 * @param semaphores what each begins with
 */
public record PlanGpu(
    int id,
    int inputChunks,
    int outputChunks,
    int scratchChunks,
    List<PlanBlock> blocks,
    List<Channels> channels,
    List<Switch> switches,
    List<Remote> remotes,
    List<Integer> semaphores) {
  public PlanGpu {
    blocks = List.copyOf(blocks);
    channels = List.copyOf(channels);
    switches = List.copyOf(switches);
    remotes = List.copyOf(remotes);
    semaphores = List.copyOf(semaphores);
  }

  /**
   * Channels of a kind.
   *
   * @param type {@code memory} or {@code port}
   * @param peers GPU at the other end of each
   */
  public record Channels(String type, List<Integer> peers) {
    public Channels {
      peers = List.copyOf(peers);
    }
  }

  /**
   * A group of GPUs under a switch.
   *
   * @param buffer {@code i}, {@code o} or {@code s}
   */
  public record Switch(char buffer, List<Integer> ranks) {
    public Switch {
      ranks = List.copyOf(ranks);
    }
  }

  /**
   * A buffer of another GPU.
   *
   * @param buffer {@code i}, {@code o} or {@code s}
   * @param access kinds of channels that reach it
   */
  public record Remote(int rank, char buffer, List<String> access) {
    public Remote {
      access = List.copyOf(access);
    }
  }
}
