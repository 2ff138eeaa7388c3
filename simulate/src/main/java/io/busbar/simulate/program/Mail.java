package io.busbar.simulate.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages and receives of each rank that wait for each other, oldest first. Cost: what waits at
 * the rank.
 */
final class Mail {
  private static final int NONE = -1;

  private final Program program;
  private final List<List<Integer>> arrived = new ArrayList<>();
  private final List<List<Integer>> wanted = new ArrayList<>();

  Mail(Program program) {
    this.program = program;
    for (int rank = 0; rank < program.ranks(); rank++) {
      arrived.add(new ArrayList<>());
      wanted.add(new ArrayList<>());
    }
  }

  /** The receive that takes a message which arrived, or −1: then it stays. */
  int arrive(int send) {
    List<Integer> here = wanted.get(program.peer(send));
    for (int i = 0; i < here.size(); i++) {
      if (fits(send, here.get(i))) {
        return here.remove(i);
      }
    }
    arrived.get(program.peer(send)).add(send);
    return NONE;
  }

  /** Whether a message is there that a receive takes; if not, the receive stays. */
  boolean want(int receive) {
    List<Integer> here = arrived.get(program.rank(receive));
    for (int i = 0; i < here.size(); i++) {
      if (fits(here.get(i), receive)) {
        here.remove(i);
        return true;
      }
    }
    wanted.get(program.rank(receive)).add(receive);
    return false;
  }

  private boolean fits(int send, int receive) {
    int from = program.peer(receive);
    int tag = program.tag(receive);
    return (from == Program.ANY || from == program.rank(send))
        && (tag == Program.ANY || program.tag(send) == Program.ANY || tag == program.tag(send));
  }
}
