package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever computes after an operation does not keep others from ending theirs. */
class SendOffTest {
  /** More than the kernel takes at once, and all of it within the credits of a link. */
  private static final int BYTES = 24 << 20;

  private static final TcpOptions TCP = TcpOptions.loopback().withSlots(new SlotSize(4 << 20, 8));

  @Test
  void a_send_that_has_returned_arrives_without_another_operation() {
    CountDownLatch received = new CountDownLatch(1);
    Threads.run(
        2,
        bootstrap -> ProcessGroup.of(bootstrap).overTcp(TCP),
        comm -> {
          Buf buffer = Buf.of(new byte[BYTES]);
          if (comm.rank() == 0) {
            comm.send(buffer, 1);
            assertThat(received.await(20, TimeUnit.SECONDS)).isTrue();
          } else {
            comm.receive(buffer, 0);
            received.countDown();
          }
        });
  }

  @Test
  void a_root_that_has_ended_its_broadcast_is_not_needed_any_more() {
    CountDownLatch received = new CountDownLatch(2);
    Threads.run(
        3,
        bootstrap -> ProcessGroup.of(bootstrap).overTcp(TCP),
        comm -> {
          comm.broadcast(Buf.of(new byte[BYTES]), 0);
          if (comm.rank() == 0) {
            assertThat(received.await(20, TimeUnit.SECONDS)).isTrue();
          } else {
            received.countDown();
          }
        });
  }
}
