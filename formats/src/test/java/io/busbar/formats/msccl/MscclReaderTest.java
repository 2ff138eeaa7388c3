package io.busbar.formats.msccl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MscclReaderTest {
  private static final String TWO =
      """
      <!-- two GPUs -->
      <algo name="two" proto="LL" nchannels="1" nchunksperloop="2" ngpus="2" coll="allreduce" \
      inplace="1" minBytes="0" maxBytes="4096">
        <gpu id="0" i_chunks="2" o_chunks="0" s_chunks="1">
          <tb id="0" send="1" recv="1" chan="0">
            <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="-1" \
      deps="-1" hasdep="0"/>
            <step s="1" type="nop" srcbuf="i" srcoff="-1" dstbuf="o" dstoff="-1" cnt="0" \
      depid="1" deps="0" hasdep="0"/>
            <step s="2" type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" \
      depid="-1" deps="-1" hasdep="0"></step>
          </tb>
          <tb id="1" send="-1" recv="-1" chan="0">
            <step s="0" type="cpy" srcbuf="i" srcoff="1" dstbuf="s" dstoff="0" cnt="1" \
      depid="-1" deps="-1" hasdep="1"/>
          </tb>
        </gpu>
        <gpu id="1" i_chunks="2" o_chunks="0" s_chunks="0">
          <tb id="0" send="0" recv="0" chan="0">
            <step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" depid="-1" \
      deps="-1" hasdep="0"/>
            <step s="1" type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="2" \
      depid="-1" deps="-1" hasdep="0"/>
          </tb>
        </gpu>
      </algo>
      """;

  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private @Nullable MscclFile read(String text) {
    try {
      return MscclReader.read(
          "a.xml", new ByteArrayInputStream(text.getBytes(UTF_8)), problems, warnings);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private MscclFile right(String text) {
    MscclFile file = read(text);
    assertThat(problems.list()).isEmpty();
    if (file == null) {
      throw new AssertionError("nothing was read");
    }
    return file;
  }

  @Test
  void an_algorithm_is_read_with_lines() {
    MscclFile file = right(TWO);
    assertThat(file.collective()).isEqualTo("allreduce");
    assertThat(file.maxBytes()).isEqualTo(4096);
    MscclBlock block = file.gpus().getFirst().blocks().getFirst();
    assertThat(block.steps()).hasSize(3);
    assertThat(block.steps().get(1).waitBlock()).isEqualTo(1);
    assertThat(block.steps().get(2)).isEqualTo(new MscclStep("rrc", 'i', 0, 'i', 0, 2, -1, -1, 7));
    assertThat(warnings.list()).isEmpty();
  }

  @Test
  void what_is_written_is_read_back() {
    MscclFile file = right(TWO);
    MscclFile again = right(MscclWriter.write(file));
    assertThat(withoutLines(again)).isEqualTo(withoutLines(file));
    assertThat(MscclWriter.write(again)).isEqualTo(MscclWriter.write(file));
  }

  private static String withoutLines(MscclFile file) {
    return file.toString().replaceAll("line=\\d+", "");
  }

  @Test
  void all_problems_are_told_at_once_with_their_places() {
    read(
        TWO.replace("type=\"rrc\"", "type=\"rcr\"")
            .replace("srcoff=\"1\"", "srcoff=\"4\"")
            .replace("ngpus=\"2\"", "ngpus=\"3\""));
    List<String> told = problems.list().stream().map(Problem::toString).toList();
    assertThat(told).hasSize(4);
    assertThat(told.get(0)).startsWith("a.xml:7:").contains("rcr").contains("rrc");
    assertThat(told.get(1)).contains("step.srcoff").contains("chunks of the 2 of buffer i");
    assertThat(told.get(3)).contains("3 of them");
  }

  @Test
  void a_residual_has_no_counterpart_and_unknown_attributes_are_told_once() {
    read(TWO.replace("type=\"cpy\"", "type=\"ra\"").replace("chan=\"0\"", "chan=\"0\" x=\"1\""));
    assertThat(problems.list()).singleElement().asString().contains("no counterpart");
    assertThat(warnings.list()).singleElement().asString().contains("tb.x");
  }

  @Test
  void a_cut_or_foreign_file_is_a_problem() {
    read(TWO.substring(0, TWO.length() / 2));
    assertThat(problems.any()).isTrue();
    Problems other = new Problems();
    problems.list().forEach(other::add);
    assertThat(read("<system version=\"1\"></system>")).isNull();
    assertThat(problems.count()).isGreaterThan(other.count());
  }

  @Test
  void mutated_files_never_throw() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 3000; run++) {
      byte[] bytes = TWO.getBytes(UTF_8);
      for (int change = 0; change < 1 + run % 4; change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      int end = run % 3 == 0 ? random.nextInt(bytes.length) : bytes.length;
      try {
        MscclReader.read(
            "m.xml", new ByteArrayInputStream(bytes, 0, end), new Problems(), new Problems());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
