package io.busbar.collective.algorithm;

import static io.busbar.collective.schedule.Step.COPY;
import static io.busbar.collective.schedule.Step.REDUCE;

import io.busbar.collective.schedule.StepBuffer;

/**
 * The lane of an agent in a tree: sums go up, results come down, piece by piece. Ups and downs are
 * streams of their own, except at the root, where a result is a sum that has just been made. In one
 * stream the down part of a piece runs two pieces later per level below the root: a round trip at
 * one piece per hop, so that one slot per connection still suffices.
 */
final class UpDown extends Cursor {
  /** Up and down. */
  static final int STREAMS = 2;

  private static final int LAG_PER_LEVEL = 2;

  private final Links links;
  private final int pieces;
  private final int first;
  private final int step;
  private final int ups;
  private final int width;
  private final int lag;

  /**
   * An agent's place in the tree.
   *
   * @param parent −1 for the root
   * @param depth levels below the root
   * @param holds whether the agent has data of its own; a switch has not
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody; made and read in this package.
  record Links(int parent, int[] children, int depth, boolean holds) {}

  /** Which directions the tree is used in. */
  enum Direction {
    UP,
    DOWN,
    BOTH
  }

  /**
   * @param first position of the first piece
   * @param step distance of pieces' positions
   */
  UpDown(Links links, Direction direction, int pieces, int first, int step) {
    int ups = direction == Direction.DOWN ? 0 : messages(links);
    int downs = direction == Direction.UP ? 0 : messages(links);
    int lag = direction == Direction.BOTH ? lag(links.depth) : 0;
    super(Math.multiplyExact(pieces + lag, ups + downs));
    this.links = links;
    this.pieces = pieces;
    this.first = first;
    this.step = step;
    this.ups = ups;
    this.width = ups + downs;
    this.lag = lag;
  }

  private static int messages(Links links) {
    return links.parent < 0 ? links.children.length : Math.max(1, links.children.length);
  }

  /** Pieces by which the results follow the sums at some depth. */
  static int lag(int depth) {
    return LAG_PER_LEVEL * depth;
  }

  @Override
  boolean fill(int index, StepBuffer into) {
    int i = index / width;
    int j = index % width;
    int piece = j < ups ? i : i - lag;
    if (piece < 0 || piece >= pieces) {
      return false;
    }
    int position = first + piece * step;
    if (j < ups) {
      up(j, position, into);
    } else {
      down(j - ups, position, into);
      into.stream(links.parent < 0 ? 0 : 1);
    }
    return true;
  }

  private void up(int j, int position, StepBuffer into) {
    int[] children = links.children;
    int how = links.holds || j > 0 ? REDUCE : 0;
    if (children.length == 0) {
      into.send(links.parent, position);
    } else if (j == children.length - 1 && links.parent >= 0) {
      into.forward(children[j], how, links.parent, position);
    } else {
      into.receive(children[j], how | COPY, position);
    }
  }

  private void down(int j, int position, StepBuffer into) {
    int[] children = links.children;
    if (children.length == 0) {
      into.receive(links.parent, COPY, position);
    } else if (j == 0 && links.parent >= 0) {
      into.forward(links.parent, COPY, children[0], position);
    } else {
      into.send(children[j], position);
    }
  }
}
