package io.busbar.runtime.comm;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Transport;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What ranks tell each other while their group is split: short texts, through the group itself.
 *
 * @param number of the new group, for its errors
 */
record WholeGroup(Comm comm, Transport transport, long number) implements Exchange {
  @Override
  public String[] exchange(String own) {
    byte[] text = own.getBytes(StandardCharsets.UTF_8);
    int[] lengths = new int[comm.size()];
    comm.allGather(Buf.of(text.length), Buf.of(lengths));
    long[] counts = Arrays.stream(lengths).asLongStream().toArray();
    byte[] all = new byte[Arrays.stream(lengths).sum()];
    comm.prepare(Call.allGatherV(Buf.of(text), Buf.of(all), counts)).run();
    String[] texts = new String[comm.size()];
    int at = 0;
    for (int rank = 0; rank < texts.length; rank++) {
      texts[rank] = new String(all, at, lengths[rank], StandardCharsets.UTF_8);
      at += lengths[rank];
    }
    return texts;
  }

  @Override
  public void check() {
    Failure failure = transport.failure();
    if (failure != null) {
      throw CollectiveException.of(failure, "rank " + comm.rank() + ", split", number);
    }
  }
}
