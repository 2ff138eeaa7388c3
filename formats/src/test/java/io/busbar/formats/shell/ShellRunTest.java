package io.busbar.formats.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.formats.shell.ShellCommand.Word;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellRunTest {
  private static ShellOutcome run(String text) {
    return ShellRun.of("job.sh", text, Map.of(), name -> null);
  }

  private static String last(String text) {
    List<ShellCommand> commands = run(text).commands();
    return String.join("|", commands.getLast().words().stream().map(Word::text).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "A=8; run $A ${A} \"$A\" '$A'~run|8|8|8|$A",
        "A=\"--x 1  --y\"; run $A \"$A\"~run|--x|1|--y|--x 1  --y",
        "A=(--x 1 \"b c\"); run ${A[@]}~run|--x|1|b|c",
        "A=(--x 1 \"b c\"); run \"${A[@]}\" ${#A[@]}~run|--x|1|b c|3",
        "A=(1); A+=(2 3); run ${A[*]} ${A[1]}~run|1|2|3|2",
        "A=2; A+=3; run $((A*2+1)) $((A>3?7:9))~run|47|7",
        "run ${N:-4} ${N:=5} $N ${N:+set}~run|4|5|5|set",
        "M=llama3.1_8b.yaml; run ${M%.yaml} ${M##*_} ${M/8b/70b} ${M^^} ${M:0:5}~"
            + "run|llama3.1_8b|8b.yaml|llama3.1_70b.yaml|LLAMA3.1_8B.YAML|llama",
        "run $(expr 2 \\* 4) `echo 5` $(echo $((3+4)))~run|8|5|7",
        "K=B; B=3; run ${!K}~run|3",
        "\"A\"=1 x; A\"B\"=2~AB=2",
        "export \"A=b c\" 'B'=2; run \"$A\" $B~run|b c|2",
        "K=NAME; export $K=3; run $NAME~run|3",
        "declare -A M=([7b]=32 [13b]=40); S=13b; run ${M[$S]}~run|40",
      })
  void words_are_expanded_as_bash_does(String script, String words) {
    assertThat(last(script)).isEqualTo(words);
  }

  @Test
  void branches_are_taken_by_what_the_script_set() {
    assertThat(
            last("S=13b\nif [ $S = 7b ]; then L=32; elif [[ $S == 13* ]]; then L=40; fi\nrun $L"))
        .isEqualTo("run|40");
    assertThat(last("S=b\ncase $S in a) L=1 ;; b|c) L=2 ;; *) L=3 ;; esac\nrun $L"))
        .isEqualTo("run|2");
    assertThat(last("[ -z \"$OUTER\" ] && N=1 || N=2\nrun $N")).isEqualTo("run|1");
    assertThat(last("f() { N=$(( $1 * 2 )); }\nf 4\nrun $N")).isEqualTo("run|8");
    assertThat(last("A=''\nfor x in 1 2; do A+=\" --f $x\"; done\nrun $A"))
        .isEqualTo("run|--f|1|--f|2");
  }

  @Test
  void what_only_the_machine_knows_is_marked_and_nothing_else() {
    List<Word> words =
        run("D=\"--data $DATA --tp 8\"\nrun $D \"$(hostname)\"").commands().getLast().words();
    assertThat(words.stream().map(Word::known))
        .containsExactly(true, true, false, true, true, false);
  }

  @Test
  void a_word_stands_where_it_was_written() {
    ShellOutcome outcome = run("TP=8\nARGS=\"\n  --tp $TP\n  --pp 4\"\ntorchrun x.py $ARGS");
    List<Word> words = outcome.commands().getLast().words();
    assertThat(words.get(2).at()).isEqualTo(new Position("job.sh", 3, 3));
    assertThat(words.get(3).at()).isEqualTo(new Position("job.sh", 1, 4));
    assertThat(words.get(5).at()).isEqualTo(new Position("job.sh", 4, 8));
  }

  @Test
  void inner_shells_and_eval_are_followed() {
    assertThat(last("A=3\nsrun bash -c \"torchrun x.py --tp $A\""))
        .isEqualTo("torchrun|x.py|--tp|3");
    assertThat(last("C=\"torchrun x.py --tp 4\"\neval $C")).isEqualTo("torchrun|x.py|--tp|4");
    ShellOutcome sourced =
        ShellRun.of(
            "job.sh",
            "source env.sh\nrun $TP",
            Map.of(),
            name -> name.equals("env.sh") ? "TP=2" : null);
    assertThat(sourced.commands().getLast().words().getLast().at()).hasToString("env.sh:1:4");
  }

  @Test
  void a_file_that_the_script_writes_keeps_its_lines() {
    ShellOutcome outcome = run("S=1\ncat <<EOF > ds.json\n{\n \"stage\": $S}\nEOF\nrun ds.json");
    ShellOutcome.Written written = Objects.requireNonNull(outcome.file("ds.json"));
    assertThat(written.text()).isEqualTo("{\n \"stage\": 1}\n");
    assertThat(written.at(2, 2)).hasToString("job.sh:4:2");
  }

  @Test
  void slurm_says_how_many_nodes_there_are() {
    ShellOutcome outcome = run("#SBATCH --nodes=4 # four\n#SBATCH --gres=gpu:8\nrun $SLURM_NNODES");
    assertThat(outcome.directives().stream().map(Word::text))
        .containsExactly("--nodes=4", "--gres=gpu:8");
    assertThat(outcome.commands().getLast().words().getLast().text()).isEqualTo("4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "f() { f| f; }| f",
        "A=xxxxxxxxxx| while true| do A=$A$A| done",
        "A=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa| run ${A%%*a*a*a*a*a*a*a*b}",
        "for a in 1 2 3 4 5 6 7 8 9| do for b in 1 2 3 4 5 6 7 8 9| do for c in 1 2 3 4 5 6 7 8 9|"
            + " do for d in 1 2 3 4 5 6 7 8 9| do for e in 1 2 3 4 5 6 7 8 9| do X+=$a| done| done|"
            + " done| done| done",
        "$($($($($(((((((((((",
        "if then fi done esac }} )) ]] ;; <<",
        "cat << EOF > x| never closed",
        "run ${A[${B[${C[",
        "echo $((1/0)) $((99999999999*99999999999))",
      })
  void hostile_scripts_end(String script) {
    assertThat(run(script.replace('|', '\n')).commands()).isNotNull();
  }
}
