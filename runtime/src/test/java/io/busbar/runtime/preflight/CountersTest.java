package io.busbar.runtime.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersTest {
  @TempDir private Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void counters_come_from_the_tables_of_the_kernel_and_of_interfaces() throws IOException {
    write(
        "proc/net/snmp",
        "Ip: Forwarding OutSegs\nIp: 1 99\nTcp: OutSegs RetransSegs\nTcp: 1000 7\n"
            + "Udp: InDatagrams RcvbufErrors\nUdp: 5 2\nUdpLite: RcvbufErrors\nUdpLite: 9\n");
    write("proc/net/netstat", "TcpExt: TCPLostRetransmit TCPSynRetrans\nTcpExt: 3 x\n");
    write("sys/class/net/eth0/statistics/rx_dropped", "11\n");
    Counters first = Counters.read(root, List.of("eth0", "eth9"));
    assertThat(first.of(Counters.SEGMENTS)).isEqualTo(1000);
    assertThat(first.of(Counters.RETRANSMITTED)).isEqualTo(7);
    assertThat(first.of(Counters.LOST_RETRANSMIT)).isEqualTo(3);
    assertThat(first.of(Counters.SYN_RETRANSMITTED)).isZero();
    assertThat(first.of(Counters.UDP_NO_ROOM)).isEqualTo(2);
    assertThat(first.of("eth0/rx_dropped")).isEqualTo(11);
    assertThat(Counters.decoded(first.encoded())).isEqualTo(first);

    write("sys/class/net/eth0/statistics/rx_dropped", "15\n");
    assertThat(Counters.read(root, List.of("eth0")).since(first).of("eth0/rx_dropped"))
        .isEqualTo(4);
  }

  @Test
  void segments_that_arrived_twice_are_counted_on_older_kernels_too() throws IOException {
    write("proc/net/netstat", "TcpExt: TCPDSACKRecv TCPDSACKOfoRecv\nTcpExt: 4 1\n");
    assertThat(Counters.read(root, List.of()).needless()).isEqualTo(5);
    write(
        "proc/net/netstat",
        "TcpExt: TCPDSACKRecv TCPDSACKOfoRecv TCPDSACKRecvSegs\nTcpExt: 4 1 21\n");
    assertThat(Counters.read(root, List.of()).needless()).isEqualTo(21);
  }

  @Test
  void datagrams_without_room_are_those_of_the_socket_and_of_the_processors() throws IOException {
    write("proc/net/snmp", "Udp: InDatagrams RcvbufErrors\nUdp: 5 2\n");
    write(
        "proc/net/softnet_stat",
        "0000abcd 00000003 00000000 00000000\n0000abcd 00000010 00000001 00000000\n");
    assertThat(Counters.read(root, List.of()).noRoom()).isEqualTo(2 + 3 + 16);
  }

  @Test
  void a_system_without_these_tables_counts_nothing() {
    assertThat(Counters.read(root, List.of("eth0")).values()).isEmpty();
    assertThat(Counters.decoded("").values()).isEmpty();
  }
}
