package io.busbar.formats.goal;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalReaderTest {
  private static final String PAIR =
      """
      num_ranks 2

      rank 0 {
      a: calc 100
      b: send 4096b to 1 tag 7 cpu 1 nic 0 // after the computation
      b requires a
      }
      rank 1 { /* takes
      what comes */
      c1: recv 4096b from -1 tag -1
      c2: calc 5
      c2 irequires c1
      }
      """;

  private final Problems problems = new Problems();

  private GoalSchedule read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private GoalSchedule read(byte[] bytes) {
    try {
      return GoalReader.read("s.goal", new ByteArrayInputStream(bytes), problems);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tasks_and_what_they_wait_for_are_read() {
    GoalSchedule schedule = read(PAIR);

    assertThat(problems.list()).isEmpty();
    assertThat(schedule.ranks()).hasSize(2);
    GoalRank zero = schedule.ranks().get(0);
    assertThat(zero.size()).isEqualTo(2);
    assertThat(zero.kind(0)).isEqualTo(GoalRank.Kind.CALC);
    assertThat(zero.amount(0)).isEqualTo(100);
    assertThat(zero.kind(1)).isEqualTo(GoalRank.Kind.SEND);
    assertThat(zero.amount(1)).isEqualTo(4096);
    assertThat(zero.peer(1)).isEqualTo(1);
    assertThat(zero.tag(1)).isEqualTo(7);
    assertThat(zero.cpu(1)).isEqualTo(1);
    assertThat(zero.waits()).isEqualTo(1);
    assertThat(zero.waiter(0)).isEqualTo(1);
    assertThat(zero.waitedFor(0)).isEqualTo(0);
    assertThat(zero.waitsForStart(0)).isFalse();
    GoalRank one = schedule.ranks().get(1);
    assertThat(one.kind(0)).isEqualTo(GoalRank.Kind.RECEIVE);
    assertThat(one.peer(0)).isEqualTo(GoalRank.ANY);
    assertThat(one.tag(0)).isEqualTo(GoalRank.ANY);
    assertThat(one.waitedFor(0)).isEqualTo(0);
    assertThat(one.waitsForStart(0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "num_ranks 2, num_ranks 0, s.goal:1:11, from 1",
    "num_ranks 2, ranks 2, s.goal:1:1, num_ranks",
    "rank 1 {, rank 7 {, s.goal:8:6, from 0 to 1",
    "rank 1 {, rank 0 {, s.goal:8:6, each rank once",
    "rank 0 {, rank 0, s.goal:3:7, {",
    "a: calc 100, a: calk 100, s.goal:4:4, did you mean 'calc'?",
    "a: calc 100, a calc 100, s.goal:4:1, a label and a colon",
    "a: calc 100, b: calc 100, s.goal:5:1, each label once",
    "4096b to 1, 4096 to 1, s.goal:5:9, bytes such as",
    "4096b to 1, 4096b from 1, s.goal:5:15, to",
    "4096b to 1, 4096b to -1, s.goal:5:18, from 0 to 1",
    "tag 7, tog 7, s.goal:5:20, 'tag, cpu or nic'",
    "b requires a, b requires z, s.goal:6:12, a label of rank 0",
    "takes, */ takes, s.goal:9:1, a label and a colon",
  })
  void what_is_wrong_is_named_with_its_place(
      String part, String instead, String at, String expected) {
    read(PAIR.replace(part, instead));

    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).startsWith(at + ": ").contains(expected));
  }

  @Test
  void a_file_that_was_cut_off_is_noticed() {
    read(PAIR.substring(0, PAIR.length() - 3));
    assertThat(problems.list())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).contains("cut off"));
  }

  @Test
  void damaged_files_end_in_problems_and_nothing_else() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = PAIR.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(1, 8); n > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)))).isNotNull();
    }
    assertThat(problems.count()).isGreaterThan(50);
  }
}
