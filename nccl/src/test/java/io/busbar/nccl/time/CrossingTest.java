package io.busbar.nccl.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import io.busbar.nccl.api.Algorithm;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What formulas say that crosses borders is what the schedules send there, edge by edge. */
class CrossingTest {
  private static Hardware hardware(int nodes, int gpus, Border border) {
    return new Hardware(
        Family.HOPPER,
        Wire.RDMA,
        nodes * gpus,
        nodes,
        1,
        Limit.SCALE_UP,
        gpus,
        1,
        false,
        Limit.NIC,
        0,
        List.of(border));
  }

  /**
   * Most bytes between two blocks of nodes one way, and that leave or enter one, per byte of size.
   */
  private static BorderBytes played(
      io.busbar.collective.algorithm.Algorithm a, CollectiveOp op, int nodes, int gpus, int block) {
    Schedule schedule =
        Schedules.of(ScheduleRequest.of(op, a, Locality.uniform(nodes, gpus)).withChannels(2));
    Verification proof = Verifier.verify(schedule);
    assertThat(proof.proved()).isTrue();
    double[] out = new double[Math.ceilDiv(nodes, block)];
    double[] in = new double[out.length];
    double[][] pair = new double[out.length][out.length];
    for (var traffic : proof.traffic()) {
      for (int e = 0; e < traffic.edges(); e++) {
        int from = traffic.from(e) / gpus / block;
        int to = traffic.to(e) / gpus / block;
        if (from != to) {
          out[from] += traffic.chunks(e);
          in[to] += traffic.chunks(e);
          pair[from][to] += traffic.chunks(e);
        }
      }
    }
    double most = 0;
    double mostOfPair = 0;
    for (int b = 0; b < out.length; b++) {
      most = Math.max(most, Math.max(out[b], in[b]));
      mostOfPair = Math.max(mostOfPair, Arrays.stream(pair[b]).max().orElse(0));
    }
    double whole = (double) schedule.chunks() * schedule.channels();
    return new BorderBytes(most / whole, mostOfPair / whole);
  }

  @ParameterizedTest
  @CsvSource({
    "RING, RING, ALL_REDUCE, 16, 2, 4",
    "RING, RING, ALL_GATHER, 16, 2, 4",
    "RING, RING, REDUCE_SCATTER, 12, 1, 3",
    "TREE, TREE, ALL_REDUCE, 16, 2, 4",
    "TREE, TREE, ALL_REDUCE, 64, 1, 8",
    "TREE, TREE, ALL_REDUCE, 24, 1, 8",
    "TREE, TREE, ALL_REDUCE, 7, 1, 2",
    "PAT, PAT, ALL_GATHER, 16, 1, 4",
    "PAT, PAT, REDUCE_SCATTER, 32, 1, 8",
    "PAT, PAT, ALL_GATHER, 12, 1, 4",
  })
  void formulas_count_what_schedules_send(
      Algorithm nccl,
      io.busbar.collective.algorithm.Algorithm played,
      CollectiveOp op,
      int nodes,
      int gpus,
      int block) {
    Border border = new Border(block * gpus, 4);
    Hardware hardware = hardware(nodes, gpus, border);
    int n = nodes * gpus;
    Traffic traffic =
        switch (nccl) {
          case RING -> Traffic.ring(op, n, nodes);
          case TREE -> Traffic.tree(n, nodes);
          default -> Traffic.pat(n, nodes);
        };

    BorderBytes said = Crossing.bytes(nccl, op, hardware, border, traffic);
    BorderBytes sent = played(played, op, nodes, gpus, block);
    assertThat(said.all()).isCloseTo(sent.all(), within(1e-9));
    assertThat(said.toOneBlock()).isCloseTo(sent.toOneBlock(), within(1e-9));
  }
}
