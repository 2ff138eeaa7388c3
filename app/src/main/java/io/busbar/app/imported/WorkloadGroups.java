package io.busbar.app.imported;

import io.busbar.formats.simai.WorkloadFile.Group;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who exchanges what in a workload: neighbours share a layer, ranks with the same place there are
 * replicas, the first {@code expert} of these in a row have different experts.
 *
 * @param ranks a multiple of {@code tensor·expert}
 * @param everybody whether all ranks do all collectives that name no experts
 */
record WorkloadGroups(int ranks, int tensor, int expert, boolean everybody) {

  /**
   * The ranks of a group of a rank.
   *
   * @param weights whether weight gradients are exchanged, and not what layers share
   */
  List<Integer> of(int rank, Group group, boolean weights) {
    int place = rank % tensor;
    int replica = rank / tensor;
    int replicas = ranks / tensor;
    return switch (group) {
      case OWN ->
          everybody
              ? list(0, ranks, 1)
              : weights ? list(place, replicas, tensor) : list(replica * tensor, tensor, 1);
      case EP -> list(place + replica / expert * expert * tensor, expert, tensor);
      case DP_EP -> list(place + replica % expert * tensor, replicas / expert, expert * tensor);
    };
  }

  private static List<Integer> list(int first, int count, int apart) {
    return IntStream.range(0, count).map(i -> first + i * apart).boxed().toList();
  }
}
