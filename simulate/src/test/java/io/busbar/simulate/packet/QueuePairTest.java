package io.busbar.simulate.packet;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Several queue pairs for one connection. */
class QueuePairTest {
  /** Long messages and short ones in turn: on pairs of their own the short ones come first. */
  @Test
  void messages_of_a_connection_arrive_in_order_over_any_number_of_queue_pairs() {
    for (int pairs : new int[] {1, 2, 3, 8}) {
      Fabric fabric = Played.leafSpine(2, 4, 4);
      PacketSettings settings =
          Played.NO_CONTROL.with(TransportSettings.ROCE.withQueuePairs(pairs));
      PacketNetwork network = new PacketNetwork(fabric, settings, 1);
      int connection = network.connect(0, 5, 0, 0);
      List<Long> delivered = new ArrayList<>();
      List<Long> sent = new ArrayList<>();
      Listener listener =
          new Listener() {
            @Override
            public void delivered(long token) {
              delivered.add(token);
              if (token < 20) {
                network.send(connection, token % 2 == 0 ? 400_000 : 100, token + 20);
              }
            }

            @Override
            public void sent(long token) {
              sent.add(token);
            }
          };
      for (long token = 0; token < 20; token++) {
        network.send(connection, token % 3 == 0 ? 3_000_001 : 100, token);
      }
      RunEnd end = network.run(listener, Long.MAX_VALUE, Cancel.NEVER);

      assertThat(end.reason()).isEqualTo(RunEnd.Reason.DONE);
      assertThat(delivered).containsExactlyElementsOf(LongStream.range(0, 40).boxed().toList());
      assertThat(sent).containsExactlyInAnyOrderElementsOf(delivered);
      assertThat(network.audit().closed()).isTrue();
    }
  }
}
