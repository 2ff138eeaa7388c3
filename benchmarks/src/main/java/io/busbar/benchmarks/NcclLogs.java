package io.busbar.benchmarks;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * NCCL INFO logs of 1,024 ranks on 128 hosts, as long as asked for: set-up of communicators with
 * devices, settings, trees and connections, then calls. Each rank's lines stand together, as in
 * logs that a launcher gathers. The same bytes every time. Not thread-safe.
 */
final class NcclLogs extends InputStream {
  private static final int RANKS = 1024;
  private static final int GPUS = 8;
  private static final int CHANNELS = 16;

  private final StringBuilder text = new StringBuilder();
  private final int calls;
  private long left;
  private byte[] block = new byte[0];
  private int at;
  private int rank;
  private int communicator;

  /**
   * @param bytes how long the log is, cut there
   * @param calls lines of calls of each rank and communicator, which NCCL_DEBUG_SUBSYS=COLL adds
   */
  NcclLogs(long bytes, int calls) {
    this.left = bytes;
    this.calls = calls;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int from, int length) {
    if (left <= 0) {
      return -1;
    }
    if (at == block.length) {
      block = next();
      at = 0;
    }
    int count = (int) Math.min(left, Math.min(length, block.length - at));
    System.arraycopy(block, at, to, from, count);
    at += count;
    left -= count;
    return count;
  }

  private byte[] next() {
    text.setLength(0);
    int gpu = rank % GPUS;
    String head =
        String.format(
            Locale.ROOT,
            "node%03d:%d:%d [%d] NCCL INFO ",
            rank / GPUS,
            21_000 + gpu,
            22_000 + gpu,
            gpu);
    String comm = String.format(Locale.ROOT, "0x5581%04x%04x", communicator, rank);
    line(head, "NCCL version 2.23.4+cuda12.4");
    line(head, "NCCL_IB_HCA set by environment to mlx5");
    text.append(head).append("NET/IB : Using ");
    for (int nic = 0; nic < GPUS; nic++) {
      text.append('[').append(nic).append("]mlx5_").append(nic).append(":1/IB ");
    }
    text.append("[RO]; OOB eth0:10.0.").append(rank / GPUS).append(".1<0>\n");
    line(head, "Using network IB");
    String who = " rank " + rank + " nranks " + RANKS + " cudaDev " + gpu + " busId 1b000";
    String id = " commId 0x77aa" + communicator;
    line(head, "comm " + comm + who + id + " - Init START");
    for (int c = 0; c < CHANNELS; c++) {
      line(head, "Trees [" + c + "] " + (rank + 1) + "/-1/-1->" + rank + "->" + (rank - 1));
    }
    int next = (rank + 1) % RANKS;
    boolean leaves = next / GPUS != rank / GPUS;
    for (int c = 0; c < CHANNELS; c++) {
      String route = "Channel " + (c < 10 ? "0" : "") + c + "/0 : ";
      String way = leaves ? "[send] via NET/IB/" + c % GPUS + "/GDRDMA" : "via P2P/CUMEM/read";
      line(head, route + rank + "[" + gpu + "] -> " + next + "[" + next % GPUS + "] " + way);
      line(head, route + next + "[" + next % GPUS + "] -> " + rank + "[" + gpu + "] " + way);
    }
    line(head, "Connected all rings, use ring PXN 1 GDR 1");
    line(head, "threadThresholds 8/8/64 | 8192/8/64 | 512 | 512");
    line(head, "16 coll channels, 16 collnet channels, 0 nvls channels, 16 p2p channels");
    line(head, "comm " + comm + who + id + " - Init COMPLETE");
    for (int call = 0; call < calls; call++) {
      line(
          head,
          "AllReduce: opCount "
              + Integer.toHexString(call)
              + " sendbuff 0x7f11a2000000 recvbuff 0x7f11a6000000 count 16777216 datatype 9 op 0"
              + " root 0 comm "
              + comm
              + " [nranks=1024] stream 0x55d0a1b2c3d0");
    }
    rank = (rank + 1) % RANKS;
    communicator += rank == 0 ? 1 : 0;
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void line(String head, String rest) {
    text.append(head).append(rest).append('\n');
  }
}
