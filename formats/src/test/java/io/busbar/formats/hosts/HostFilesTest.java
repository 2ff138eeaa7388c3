package io.busbar.formats.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import org.junit.jupiter.api.Test;

class HostFilesTest {
  private final Problems problems = new Problems();

  @Test
  void host_files_of_both_mpis_have_slots() {
    NodeList list =
        NodeListReader.read(
            "hosts",
            "# mine\nnode[001-002] slots=8 max_slots=8\nnode003:4\n\nnode004 # spare\n",
            problems);

    assertThat(problems.list()).isEmpty();
    assertThat(list.hosts())
        .extracting(h -> h.name() + "/" + h.slots() + "/" + h.line())
        .containsExactly("node001/8/2", "node002/8/2", "node003/4/3", "node004/0/5");
  }

  @Test
  void odd_words_of_a_host_file_are_problems_all_at_once() {
    NodeListReader.read("hosts", "node001 slots=eight\nnode[1-2 cpus=3\n", problems);

    assertThat(problems.list()).hasSize(3);
  }

  @Test
  void a_rank_file_puts_ranks_on_hosts() {
    RankFile file =
        RankFileReader.read(
            "ranks", "rank 1=node002 slot=0\nrank 0 = node001 slot=1:0-3\n", 8, problems);

    assertThat(problems.list()).isEmpty();
    assertThat(file.ranks()).extracting(RankFile.Rank::host).containsExactly("node001", "node002");
  }

  @Test
  void ranks_twice_and_odd_lines_are_problems() {
    RankFileReader.read(
        "ranks", "rank 0=a slot=0\nrank 0=b slot=0\nrank x=c\nrank 2=c slot=0\n", 8, problems);

    assertThat(problems.list())
        .extracting(Problem::toString)
        .containsExactly(
            "ranks:2: rank: read '0', expected each rank once; line 1 puts it on a",
            "ranks:3: read 'rank x=c', expected a line such as 'rank 0=node001 slot=0'");
  }

  @Test
  void a_rank_left_out_is_a_problem() {
    RankFileReader.read("ranks", "rank 0=a slot=0\nrank 2=b slot=0\n", 8, problems);

    assertThat(problems.list()).singleElement().asString().contains("rank 1, which is missing");
  }

  @Test
  void a_host_file_is_ranks_in_turn() {
    RankFile file = RankFileReader.read("hosts", "b slots=1\na\n", 2, problems);

    assertThat(file.ranks()).extracting(RankFile.Rank::host).containsExactly("b", "a", "a");
  }
}
