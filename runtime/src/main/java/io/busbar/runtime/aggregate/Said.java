package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Odd;
import io.busbar.runtime.transport.Failure;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank called, and as which of its operations. An aggregator below the root whose ranks call
 * different things sends all of it up, since only the root knows what most ranks call.
 */
record Said(long operation, CallWords call) {
  private static final int BYTES = 32;

  static int bytes(int ranks) {
    return BYTES * ranks;
  }

  static void encode(List<Said> all, ByteBuffer into) {
    into.clear();
    for (Said each : all) {
      CallWords call = each.call;
      into.putLong(each.operation).putLong(call.what());
      into.putLong(call.count()).putLong(call.root());
    }
  }

  static List<Said> decoded(ByteBuffer from) {
    List<Said> all = new ArrayList<>();
    ByteBuffer in = from.duplicate().order(from.order()).flip();
    while (in.remaining() >= BYTES) {
      long operation = in.getLong();
      all.add(new Said(operation, new CallWords(in.getLong(), in.getLong(), in.getLong(), 0)));
    }
    return all;
  }

  /** Who says something else than the others. */
  static Failure odd(List<Said> byRank) {
    int ranks = byRank.size();
    if (!byRank.stream().allMatch(each -> each.call.possible(ranks))) {
      return new Failure(Failure.Kind.MISMATCH, -1, "ranks sent calls that are none");
    }
    boolean sameCalls = byRank.stream().map(Said::call).distinct().count() == 1;
    Odd odd = Odd.among(byRank, each -> sameCalls ? each.numbered() : each.call.text());
    return new Failure(Failure.Kind.MISMATCH, odd.rank(), odd.text());
  }

  private String numbered() {
    return call.text() + " as its operation " + operation;
  }
}
