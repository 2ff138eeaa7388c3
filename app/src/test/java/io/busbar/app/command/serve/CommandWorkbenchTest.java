package io.busbar.app.command.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.app.Commands;
import io.busbar.app.call.TestTerminal;
import io.busbar.app.serve.Call;
import io.busbar.app.serve.Field;
import io.busbar.app.serve.Outcome;
import io.busbar.app.serve.View;
import io.busbar.app.serve.Watch;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.compare.CompareReport;
import io.busbar.plan.input.PlanOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandWorkbenchTest {
  private static final Watch NOBODY =
      new Watch() {
        @Override
        public void progress(String line) {}

        @Override
        public void onStop(Runnable action) {}
      };

  private final CommandWorkbench workbench = new CommandWorkbench(Commands::create);

  @Test
  void the_form_of_a_plan_has_a_field_for_every_key_with_help_and_example() {
    View plan = view("plan");

    assertThat(plan.fields().stream().map(Field::name))
        .containsAll(PlanOption.all().stream().map(PlanOption::name).toList());
    assertThat(plan.fields()).allSatisfy(field -> assertThat(field.help()).isNotBlank());
    Field tp = field("plan", "--tp");
    assertThat(tp.kind()).isEqualTo(Field.Kind.NUMBER);
    assertThat(tp.group()).isEqualTo("parallelism");
    assertThat(tp.example()).isEqualTo("8");
    assertThat(tp.least()).isEqualTo(1);
    assertThat(field("plan", "--recompute").choices()).contains("selective", "full");
    assertThat(field("plan", "--model").names()).isEqualTo("models");
  }

  @Test
  void no_view_offers_to_write_a_file() {
    for (View view : workbench.views()) {
      assertThat(view.fields().stream().map(Field::name))
          .as(view.name())
          .doesNotContain("--out", "--width", "--redact", "--fix", "--tuner", "--help");
      assertThat(view.fields().stream().map(Field::name)).containsAll(view.main());
    }
  }

  @Test
  void a_plan_is_the_one_of_the_command_line() {
    Call call = plan(Map.of("--tp", "8", "--pp", "4"));

    TestTerminal terminal = new TestTerminal();
    terminal.run((workbench.command(call) + " --format json").substring(7).split(" "));

    assertThat(terminal.out()).contains("\"step_s\": " + answer(call).stepS());
    assertThat(workbench.command(call))
        .isEqualTo("busbar plan --model llama3-70b --cluster dgx-h100:128 --tp 8 --pp 4");
  }

  @ParameterizedTest
  @CsvSource({
    "llama3-70b,dgx-h100:128,8,4",
    "llama3-8b,dgx-h100:4,1,1",
    "llama3-70b,dgx-h100:16,4,8"
  })
  void an_offer_does_what_it_says(String model, String cluster, String tp, String pp) {
    Map<String, String> values =
        new LinkedHashMap<>(Map.of("--model", model, "--cluster", cluster, "--tp", tp, "--pp", pp));
    Outcome.Answered before = answered(call("plan", values));
    PlanAnswer now = (PlanAnswer) before.report().answer();

    assertThat(before.offers()).isNotEmpty();
    for (Outcome.Offer offer : before.offers()) {
      Map<String, String> changed = new LinkedHashMap<>(values);
      changed.putAll(offer.values());
      changed.values().removeIf(String::isEmpty);
      PlanAnswer after = answer(call("plan", changed));
      double said =
          now.effects().stream()
              .filter(e -> e.change().equals(offer.label()))
              .findFirst()
              .orElseThrow()
              .stepS();
      // What the offer leaves open is searched again, which can only make the step shorter.
      assertThat(after.stepS())
          .as(offer.label())
          .isLessThanOrEqualTo(said * (1 + 1e-8))
          .isCloseTo(said, Percentage.withPercentage(1));
    }
  }

  @Test
  void an_offer_for_an_open_layout_fixes_it() {
    Outcome.Answered before = answered(plan(Map.of()));

    for (Outcome.Offer offer : before.offers()) {
      assertThat(offer.values()).containsKeys("--tp", "--pp", "--micro-batch");
    }
  }

  @Test
  void what_does_not_fit_is_offered_the_nearest_that_do() {
    Map<String, String> values =
        new LinkedHashMap<>(
            Map.of("--model", "llama3-70b", "--cluster", "dgx-h100:4", "--tp", "1", "--pp", "1"));
    Outcome.Answered before = answered(call("plan", values));
    PlanAnswer now = (PlanAnswer) before.report().answer();
    assertThat(now.memory().verdict()).isEqualTo("does-not-fit");

    List<Outcome.Offer> fits =
        before.offers().stream().filter(o -> o.group().equals("The nearest that fit")).toList();
    assertThat(fits).hasSameSizeAs(now.fits()).isNotEmpty();
    for (int i = 0; i < fits.size(); i++) {
      Map<String, String> changed = new LinkedHashMap<>(values);
      changed.putAll(fits.get(i).values());
      changed.values().removeIf(String::isEmpty);
      PlanAnswer after = answer(call("plan", changed));
      assertThat(after.memory().verdict()).as(fits.get(i).label()).isNotEqualTo("does-not-fit");
      assertThat(after.stepS())
          .as(fits.get(i).label())
          .isCloseTo(now.fits().get(i).stepS(), Percentage.withPercentage(1e-6));
    }
  }

  @Test
  void neighbours_of_a_layout_are_exactly_those_that_can_be_planned() {
    Outcome.Answered now = answered(plan(Map.of("--tp", "8", "--pp", "4")));

    List<String> can = new ArrayList<>();
    for (int pp = 1; pp <= 24; pp++) {
      Outcome outcome =
          workbench.answer(plan(Map.of("--tp", "8", "--pp", Integer.toString(pp))), NOBODY);
      if (outcome instanceof Outcome.Answered) {
        can.add(Integer.toString(pp));
      }
    }
    assertThat(now.neighbours().get("--pp")).startsWith(can.toArray(String[]::new));
    assertThat(now.neighbours().get("--pp").get(can.size())).matches("2[5-9]|[3-9].|...+");
  }

  @Test
  void what_is_wrong_stands_at_its_field_in_the_words_of_the_command_line() {
    Outcome outcome =
        workbench.answer(
            call("plan", Map.of("--model", "llama3-70", "--cluster", "dgx-h100:2", "--tp", "x")),
            NOBODY);

    assertThat(((Outcome.Refused) outcome).complaints())
        .anySatisfy(c -> {
          assertThat(c.field()).isEqualTo("--model");
          assertThat(c.text()).contains("did you mean 'llama3-70b'?");
        })
        .anySatisfy(c -> assertThat(c.field()).isEqualTo("--tp"));
  }

  @Test
  void a_broken_rule_of_layouts_stands_at_the_field_that_it_is_about() {
    Outcome outcome = workbench.answer(plan(Map.of("--tp", "3", "--pp", "4")), NOBODY);

    assertThat(((Outcome.Refused) outcome).complaints())
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.field()).startsWith("--"));
  }

  @Test
  void a_value_is_never_taken_for_another_option() {
    Outcome outcome = workbench.answer(plan(Map.of("--tp", "--out=/tmp/x", "--pp", "1")), NOBODY);

    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(((Outcome.Refused) outcome).complaints().getFirst().field()).isEqualTo("--tp");
  }

  @Test
  void what_a_command_needs_is_said_at_its_field() {
    Outcome outcome = workbench.answer(call("collective", Map.of()), NOBODY);

    assertThat(((Outcome.Refused) outcome).complaints().stream().map(Outcome.Complaint::field))
        .contains("OPERATION");
  }

  @Test
  void a_command_that_an_answer_names_becomes_the_call_that_it_makes() {
    Call call =
        workbench.call("busbar collective all_reduce --cluster dgx-h100:2 --nccl=2.23.4 -e 1G");

    assertThat(call)
        .isEqualTo(
            call(
                "collective",
                Map.of(
                    "OPERATION", "all_reduce",
                    "--cluster", "dgx-h100:2",
                    "--nccl", "2.23.4",
                    "-e", "1G")));
    assertThat(workbench.call("busbar simulate step --model llama3-8b").view()).isEqualTo("step");
    assertThat(workbench.call("busbar perf all_reduce")).isNull();
    assertThat(workbench.call("busbar plan plan.yaml")).isNull();
    assertThat(workbench.call("busbar plan --out /tmp/x")).isNull();
    assertThat(workbench.call("rm -rf /")).isNull();
  }

  @Test
  void plans_are_compared_part_by_part_and_say_what_differs_in_the_question() {
    Outcome outcome =
        workbench.compare(
            List.of(plan(Map.of("--tp", "8", "--pp", "4")), plan(Map.of("--tp", "8", "--pp", "8"))),
            List.of("A", "B"),
            NOBODY);

    Report report = ((Outcome.Answered) outcome).report();
    assertThat(report.schema()).isEqualTo(CompareReport.SCHEMA);
    assertThat(report.blocks())
        .filteredOn(Block.Table.class::isInstance)
        .map(block -> ((Block.Table) block).rows())
        .anySatisfy(rows -> assertThat(rows).contains(List.of("--pp", "4", "8")));
  }

  @Test
  void other_answers_lie_beside_and_over_each_other() {
    Map<String, String> four = Map.of("OPERATION", "all_reduce", "--cluster", "dgx-h100:4");
    Map<String, String> eight = Map.of("OPERATION", "all_reduce", "--cluster", "dgx-h100:8");

    Outcome outcome =
        workbench.compare(
            List.of(call("collective", four), call("collective", eight)),
            List.of("A", "B"),
            NOBODY);

    assertThat(((Outcome.Answered) outcome).report().blocks())
        .hasAtLeastOneElementOfType(Block.Series.class);
  }

  @ParameterizedTest
  @CsvSource({
    "collective,OPERATION=all_reduce;--cluster=dgx-h100:4;-b=1M;-e=64M",
    "fabric,--cluster=dgx-h100:128;--break=spine0",
    "design,--gpus=256;--node=dgx-h100",
    "simulate,OPERATION=all_reduce;--fabric=star:4;--size=1MiB",
    "step,--model=llama3-8b;--cluster=dgx-h100:2;--tp=1;--pp=1",
    "tune,--cluster=dgx-h100:4",
    "textbook,ID=D3",
    "diagnose,--runbook=true;--cluster=dgx-h100:4",
    "search,--model=llama3-8b;--cluster=dgx-h100:4..8;--tp=1|2;--tokens=1T",
    "goodput,--cluster=dgx-h100:128;--work=11.1d;--runs=10"
  })
  void every_view_answers(String view, String typed) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : typed.split(";")) {
      String value = pair.substring(pair.indexOf('=') + 1).replace('|', ',');
      values.put(pair.substring(0, pair.indexOf('=')), value);
    }

    assertThat(answered(call(view, values)).report().blocks()).isNotEmpty();
  }

  private View view(String name) {
    return workbench.views().stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
  }

  private Field field(String view, String name) {
    return view(view).fields().stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Call plan(Map<String, String> more) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("--model", "llama3-70b");
    values.put("--cluster", "dgx-h100:128");
    List.of("--tp", "--pp")
        .forEach(option -> {
          if (more.containsKey(option)) {
            values.put(option, more.get(option));
          }
        });
    return call("plan", values);
  }

  private static Call call(String view, Map<String, String> values) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    values.forEach((field, value) -> lists.put(field, List.of(value)));
    return new Call(view, lists);
  }

  private Outcome.Answered answered(Call call) {
    Outcome outcome = workbench.answer(call, NOBODY);
    assertThat(outcome).as(call.toString()).isInstanceOf(Outcome.Answered.class);
    return (Outcome.Answered) outcome;
  }

  private PlanAnswer answer(Call call) {
    return (PlanAnswer) answered(call).report().answer();
  }
}
