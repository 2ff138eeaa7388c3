package io.busbar.formats.chakra;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChakraReaderTest {
  /** The length, and the version as a field of five bytes. */
  private static final int AFTER_METADATA = 8;

  private final Problems problems = new Problems();

  private static String text(ChakraNode node) {
    StringBuilder waits = new StringBuilder();
    for (int i = 0; i < node.waits(); i++) {
      waits.append(' ').append(node.awaited(i));
    }
    return node.id()
        + " "
        + node.name()
        + " type "
        + node.type()
        + " us "
        + node.durationMicros()
        + " after"
        + waits
        + " comm "
        + node.commType()
        + " "
        + node.commSize()
        + " cpu "
        + node.onProcessor()
        + " group "
        + node.group();
  }

  private List<String> read(byte[] bytes) throws IOException {
    List<String> nodes = new ArrayList<>();
    ChakraReader.read(
        "t.0.et",
        new ByteArrayInputStream(bytes),
        problems,
        (node, offset) -> nodes.add(text(node)));
    return nodes;
  }

  private static byte[] trace() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ChakraWriter writer = new ChakraWriter(out);
    writer.node(0, "forward", ChakraNode.COMPUTE, 120).onProcessor(false).end();
    writer
        .node(1, "grads", ChakraNode.COLLECTIVE, 0, 0)
        .onProcessor(false)
        .collective(0, 1L << 40)
        .group("3")
        .end();
    writer.node(300, "send", ChakraNode.SEND, 0, 0, 1).transfer(0, 7, 5, 4096).end();
    return out.toByteArray();
  }

  @Test
  void what_is_written_is_read_back() throws IOException {
    assertThat(read(trace()))
        .containsExactly(
            "0 forward type 4 us 120 after comm "
                + ChakraNode.UNSET
                + " "
                + ChakraNode.UNSET
                + " cpu false group ",
            "1 grads type 7 us 0 after 0 comm 0 1099511627776 cpu false group 3",
            "300 send type 5 us 0 after 0 1 comm " + ChakraNode.UNSET + " 4096 cpu false group ");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void integers_of_all_kinds_mean_the_same() throws IOException {
    // One node {id 1, type 7, attr {name comm_size, value 6 in one of the kinds}}.
    for (String value :
        List.of(
            "3806",
            "4806",
            "5806",
            "6806",
            "780c",
            "88010c",
            "9d0106000000",
            "a9010600000000000000",
            "bd0106000000",
            "c9010600000000000000")) {
      byte[] name = "comm_size".getBytes(US_ASCII);
      byte[] number = HexFormat.of().parseHex(value);
      ByteArrayOutputStream attribute = new ByteArrayOutputStream();
      attribute.write(0x0a);
      attribute.write(name.length);
      attribute.writeBytes(name);
      attribute.writeBytes(number);
      ByteArrayOutputStream node = new ByteArrayOutputStream();
      node.writeBytes(new byte[] {0x08, 1, 0x18, 7, 0x52, (byte) attribute.size()});
      node.writeBytes(attribute.toByteArray());
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      stream.write(node.size());
      stream.writeBytes(node.toByteArray());
      assertThat(read(stream.toByteArray()))
          .as(value)
          .singleElement()
          .asString()
          .contains(" 6 cpu");
    }
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void a_cut_trace_gives_what_stands_before_and_says_where() throws IOException {
    byte[] whole = trace();
    byte[] cut = Arrays.copyOf(whole, whole.length - 3);
    assertThat(read(cut)).hasSize(2);
    assertThat(problems.list()).singleElement().asString().contains("byte ").contains("whole");
  }

  @Test
  void a_great_length_alone_takes_no_memory() throws IOException {
    assertThat(read(new byte[] {-1, -1, -1, 7, 1})).isEmpty();
    assertThat(problems.any()).isTrue();
  }

  @Test
  void an_endless_stream_of_a_node_is_read_in_constant_memory() throws IOException {
    byte[] once = trace();
    long[] seen = new long[1];
    InputStream endless =
        new InputStream() {
          private int at;

          @Override
          public int read() {
            int b = once[at++] & 0xff;
            at = at == once.length ? AFTER_METADATA : at;
            return b;
          }
        };
    ChakraReader.read("e", endless, problems, (node, offset) -> ++seen[0] < 100_000);
    assertThat(seen[0]).isEqualTo(100_000);
  }

  @Test
  void mutated_traces_never_throw() throws IOException {
    byte[] whole = trace();
    SplittableRandom random = new SplittableRandom(3);
    for (int run = 0; run < 20_000; run++) {
      byte[] bytes = whole.clone();
      for (int change = 0; change <= run % 3; change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      ChakraReader.read(
          "m", new ByteArrayInputStream(bytes), new Problems(), (node, offset) -> true);
    }
    assertThat(problems.any()).isFalse();
  }
}
