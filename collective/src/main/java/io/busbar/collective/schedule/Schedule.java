package io.busbar.collective.schedule;

import io.busbar.collective.api.CollectiveOp;

/**
 * One collective as programs: who sends which chunk to whom, in which order. An agent is a rank or
 * a switch that takes part; a lane is an agent in one channel, and runs its program step by step.
 * Channels share nothing: each carries its own part of every chunk. Immutable and thread-safe.
 */
public interface Schedule {
  CollectiveOp op();

  int ranks();

  /** Root of a rooted operation; 0 for the others, where it means nothing. */
  int root();

  /** Ranks are agents 0 to ranks−1; switches follow. */
  int agents();

  /** What an agent is, for those who pin it to a machine or print it. */
  Agent agent(int index);

  int channels();

  /**
   * Positions of one region of an agent's work buffer, per channel. Where the operation has a block
   * per rank (gather, scatter and their kin) this is the number of ranks, or a multiple of it.
   */
  int chunks();

  /**
   * Whether all chunks must be of one size, because steps move data to positions of other chunks. A
   * buffer is then a multiple of the chunks, and of the widest element.
   */
  default boolean evenChunks() {
    return false;
  }

  /**
   * Regions of the work buffer, each of {@link #chunks} positions: 1 where results replace inputs;
   * 2 where inputs (region 0) and results (region 1) differ; region 2 is scratch.
   */
  default int regions() {
    return 1;
  }

  /** Most chunks that one step carries; a slot must hold that many. */
  int span();

  /**
   * The least number of ranks p known after which programs repeat: agent r + p does what agent r
   * does, with p added to every peer, modulo the agents, and messages of as many chunks. All agents
   * where nothing is promised.
   */
  int period();

  /**
   * Ranks in a row that do the same, each turned a little further: of r = node · rails + rail, rank
   * (node, i) does what (node, 0) does, with i added to the rail of every peer, modulo the rails,
   * but for the order of messages that are received one after the other. 1 where nothing is
   * promised.
   */
  default int rails() {
    return 1;
  }

  /**
   * Agents to which this lane sends, each once. Connections are made from this at set-up.
   *
   * @param into filled as far as it reaches
   * @return how many there are, also when {@code into} is shorter
   */
  int targets(int agent, int channel, int[] into);

  /** Agents from which this lane receives; otherwise as {@link #targets}. */
  int sources(int agent, int channel, int[] into);

  /**
   * How many streams an agent may run a lane in, as NCCL has groups of warps for the two directions
   * of a tree. Steps of one stream keep the program's order; those of another need not wait for
   * them, unless they {@linkplain StepBuffer#after say so}. Each end of a connection belongs to one
   * stream, and data goes from one stream to another by way of messages or behind such a wait. To
   * run the whole program in its order, in one stream, is always right.
   */
  default int streams() {
    return 1;
  }

  /** Whether a lane goes on only when its message has left, as after a blocking send of MPI. */
  default boolean sendsBlock() {
    return false;
  }

  /** A new cursor at the first step of the lane. */
  RankProgram program(int agent, int channel);

  /** What the work buffers hold before and must hold after. */
  default Contract contract() {
    return new Contract(op(), ranks(), root(), chunks());
  }
}
