package io.busbar.simulate.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageNetworkTest {
  private static final long US = 1_000_000;
  private final List<String> log = new ArrayList<>();

  private static MessageNetwork star(int endpoints, Serialisation serialisation) {
    return new MessageNetwork(
        new Paths(
            Fabrics.star(
                endpoints,
                Bandwidth.parse("400Gb/s"),
                TimeSpan.parse("0.5us"),
                TimeSpan.parse("0us")),
            Routing.DESTINATION,
            1),
        serialisation);
  }

  private RunEnd run(MessageNetwork network) {
    Listener listener =
        new Listener() {
          @Override
          public void sent(long token) {
            log.add("sent " + token + " " + network.nowPs() / 1000);
          }

          @Override
          public void delivered(long token) {
            log.add("got " + token + " " + network.nowPs() / 1000);
          }
        };
    return network.run(listener, Long.MAX_VALUE, Cancel.NEVER);
  }

  @Test
  void a_message_is_not_stored_at_the_switch() {
    MessageNetwork network = star(2, Serialisation.PORT);
    network.send(network.connect(0, 1, 0, 0), 1_000_000, 1);

    assertThat(run(network)).isEqualTo(RunEnd.of(RunEnd.Reason.DONE, 21 * US));
    assertThat(log).containsExactly("sent 1 20000", "got 1 21000");
  }

  @Test
  void messages_from_one_port_wait_for_each_other_if_so_asked() {
    for (Serialisation serialisation : Serialisation.values()) {
      log.clear();
      MessageNetwork network = star(3, serialisation);
      network.send(network.connect(0, 1, 0, 0), 1_000_000, 1);
      network.send(network.connect(0, 2, 0, 0), 1_000_000, 2);
      run(network);
      assertThat(log).endsWith(serialisation == Serialisation.PORT ? "got 2 41000" : "got 2 21000");
    }
  }

  @Test
  void messages_to_one_port_arrive_one_after_the_other() {
    MessageNetwork network = star(3, Serialisation.PORT);
    network.send(network.connect(0, 2, 0, 0), 1_000_000, 1);
    network.send(network.connect(1, 2, 0, 0), 1_000_000, 2);
    run(network);
    assertThat(log).containsExactly("sent 1 20000", "sent 2 20000", "got 1 21000", "got 2 41000");
  }

  @Test
  void an_exchange_in_turns_keeps_every_port_busy() {
    int n = 8;
    MessageNetwork network = star(n, Serialisation.PORT);
    for (int from = 0; from < n; from++) {
      for (int turn = 1; turn < n; turn++) {
        network.send(network.connect(from, (from + turn) % n, 0, 0), 1_000_000, turn);
      }
    }
    assertThat(run(network).atPs()).isEqualTo((n - 1) * 20 * US + US);
    assertThat(network.messages()).isEqualTo(n * (n - 1));
  }
}
