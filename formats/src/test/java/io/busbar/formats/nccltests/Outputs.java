package io.busbar.formats.nccltests;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Small outputs in the layouts that exist; the figures are made up but fit their factors. */
final class Outputs {
  static final String HEADER =
      """
      #                                                              out-of-place                       in-place
      #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
      #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
      """;

  static final String NEWEST =
      """
      # nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803
      # Collective test starting: all_gather_perf
      # nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0
      #
      # Using devices
      #  Rank  0 Group  0 Pid 1935208 on     node01 device  0 [000f:01:00] NVIDIA GB10
      #  Rank  1 Group  0 Pid 1278829 on node02 device  0 [000f:01:00] NVIDIA GB10
      #
      """
          + HEADER
          + """
                  1024           128     float    none      -1    18.46    0.06    0.03      0    18.56    0.06    0.03      0
            1073741824     134217728     float    none      -1    28650   37.48   18.74      0    25630   41.89   20.95      0
          # Out of bounds values : 0 OK
          # Avg bus bandwidth    : 9.9 OK
          #
          # Collective test concluded: all_gather_perf
          """;

  private Outputs() {}

  static NcclTests read(String text) {
    return read("out.txt", text);
  }

  static NcclTests read(String name, String text) {
    try {
      return NcclTestsReader.read(
          name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static NcclTestsTable table(String text) {
    return read(text).tables().get(0);
  }
}
