package io.busbar.design.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.design.place.PlaceAnswer.Confirmed;
import io.busbar.model.cluster.Cluster;
import io.busbar.plan.Planned;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the search gains by its formulas the flow engine must find too. */
class ConfirmTest {
  private static int[] shuffled(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      int swap = random.nextInt(i + 1);
      order[i] = order[swap];
      order[swap] = i;
    }
    return order;
  }

  private static double exposed(List<Confirmed> dimensions, boolean placed) {
    return dimensions.stream()
        .mapToDouble(d -> d.exposedShare() * (placed ? d.placedS() : d.naiveS()))
        .sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 2 | 16 | 4 | 16 | 4 | 1",
        "--model llama3-8b --cluster dgx-h100:16 --tp 1 --pp 1 | 16 | 4 | 16 | 2 | 1",
        "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 4 | 24 | 6 | 24 | 7 | 1",
        "--model mixtral-8x22b --cluster dgx-h100:16 --tp 2 --pp 2 --ep 8 | 16 | 4 | 16 | 4 | 1",
        "--model llama3-70b --cluster dgx-h100:16 --tp 8 --pp 2 --cp 2 | 16 | 4 | 8 | 2 | 3",
        "--model llama3-70b --cluster dgx-h100:24 --tp 8 --pp 3 | 32 | 4 | 16 | 3 | 2",
        "--model llama3-8b --cluster dgx-a100:12 --tp 4 --pp 1 | 16 | 4 | 16 | 4 | 1",
      })
  void the_flow_engine_confirms_the_gain(
      String options, int nodes, int perLeaf, int perPod, double leafOver, double spineOver) {
    Planned plan = Jobs.plan(options);
    String node = plan.situation().cluster().node().name();
    Cluster cluster = Jobs.cluster(node, nodes, perLeaf, perPod, leafOver, spineOver);
    Objective objective = Jobs.objective(plan, Jobs.site(cluster));
    FreeNodes free = new FreeNodes(objective.site(), shuffled(nodes, 11));
    int[] naive = Search.naive(objective, free);

    Search.Found found =
        new Search(objective, free, plan.situation().training().parallelism()).run();
    List<Confirmed> confirmed = new Confirm(objective).of(naive, found.order());

    assertThat(found.seconds()).isLessThan(objective.seconds(naive));
    assertThat(confirmed).isNotEmpty();
    assertThat(exposed(confirmed, true)).isLessThan(0.98 * exposed(confirmed, false));
  }

  @Test
  void a_ring_over_two_leaves_takes_its_bytes_over_the_uplinks() {
    Planned plan = Jobs.plan("--model llama3-8b --cluster dgx-h100:4 --tp 8 --pp 1");
    Objective objective = Jobs.objective(plan, Jobs.site(Jobs.cluster("dgx-h100", 4, 2, 4, 2, 1)));

    List<Confirmed> played =
        new Confirm(objective).of(new int[] {0, 2, 1, 3}, new int[] {0, 1, 2, 3});

    // Two of two streams of a leaf go up over half of their NICs' rate; then one of two.
    double bytes = objective.cost(new int[] {0, 1, 2, 3}).data().bytes();
    assertThat(played).hasSize(1);
    assertThat(played.getFirst().naiveS()).isCloseTo(2 * bytes / 50e9, within(1e-4));
    assertThat(played.getFirst().placedS()).isCloseTo(bytes / 50e9, within(1e-4));
  }
}
