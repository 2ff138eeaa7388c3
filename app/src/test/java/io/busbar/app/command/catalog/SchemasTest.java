package io.busbar.app.command.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.TestTerminal;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemasTest {
  private final TestTerminal terminal = new TestTerminal();

  static Iterable<String> names() {
    return Schemas.titles().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void every_schema_is_a_schema_of_draft_2020_12(String name) {
    assertThat(terminal.run("schema", name)).isEqualTo(0);
    Schema meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(
                com.networknt.schema.SchemaLocation.of(
                    "https://json-schema.org/draft/2020-12/schema"));
    assertThat(meta.validate(terminal.out(), InputFormat.JSON)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "plan-output, plan --model llama3-8b --cluster dgx-h100:2 --price $2/h --textbook --explain"
        + " --measured 9s",
    "plan-output, plan --model mixtral-8x7b --cluster dgx-h100:8 --tp 2 --pp 2 --ep 8",
    "design-output, design --gpus 512 --node dgx-h100 --claim switches=9",
    "design-output, design --budget 60M --node dgx-h100 --compare ib;roce",
    "collective-output, collective all_reduce --cluster dgx-h100:4 --explain 1M --textbook",
    "collective-output, collective sendrecv --cluster dgx-a100:1 -e 1K --explain 8",
    "textbook-output, textbook D1b --explain",
    "simulate-output, simulate incast --senders 3 --fabric fat-tree:4 --size 64KiB"
        + " --fidelity packet",
    "simulate-output, simulate all_reduce --fabric star:4 --size 64KiB"
        + " --fidelity closed;message;flow;packet",
    "algo-output, algo prove tree --ranks 4",
    "algo-play-output, algo play ring --ranks 4 --size 64KiB --execute",
    "fabric-output, fabric show ../examples/13-place/ibnetdiscover.txt",
    "place-output, place --plan ../examples/13-place/plan.yaml --confirm"
        + " --fabric ../examples/13-place/ibnetdiscover.txt"
        + " --check ../examples/13-place/hostfile",
    "place-output, place --plan ../examples/13-place/plan.yaml",
    "perf-output, perf all_reduce --ranks 2 -b 8 -e 16 -n 5",
    "perf-fit-output, perf --fit --ranks 2 -b 8 -e 16",
    "collective-runtime-output, collective all_reduce -e 16"
        + " --cluster src/test/resources/io/busbar/app/hosts.yaml",
    "scaling-output, scaling --price $3/h --measured 8=4800tok/s;1024=488000tok/s",
    "diagnose-output, diagnose src/test/resources/io/busbar/app/ibstat.txt",
    "diagnose-output, diagnose src/test/resources/io/busbar/app/all_reduce.txt"
        + " --cluster dgx-h100:2",
    "diagnose-codes-output, diagnose --list",
    "runbook-output, diagnose --runbook --cluster dgx-h100:16",
    "diagnose-codes-output, diagnose --describe ib-port-down",
    "plan-compare-output, plan --model llama3-8b --cluster dgx-h100:2;dgx-a100:4",
    "textbook-output, textbook",
    "textbook-output, textbook D3 --explain",
    "validate-training-output, validate training src/test/resources/io/busbar/app/runs.csv",
    "validate-collectives-output, validate collectives src/test/resources/io/busbar/app/measured",
    "validate-collectives-output, validate collectives"
        + " src/test/resources/io/busbar/app/all_reduce.txt --cluster dgx-h100:2",
    "validate-simulation-output, validate simulation --only clear-to-send",
    "validate-simulation-output, validate simulation --only cc-incast",
    "lint-output, tune --check src/test/resources/io/busbar/app/env.sh",
    "tune-output, tune --cluster dgx-h100:4",
    "tune-output, tune --cluster src/test/resources/io/busbar/app/tune/hgx-h100-roce.yaml",
    "nccl-vars-output, nccl vars NVLS",
    "nccl-var-output, nccl var NCCL_IB_TIMEOUT --nccl 2.18",
    "calibrate-output, calibrate"
        + " src/test/resources/io/busbar/app/all_reduce-sizes.txt --cluster dgx-h100:2",
    "calibrate-steps-output, calibrate --cluster dgx-b200:1"
        + " --steps src/test/resources/io/busbar/app/steps.csv",
    "catalog-output, catalog models",
    "catalog-output, catalog model llama3-70b",
    "catalog-shelves-output, catalog",
    "hierarchy-output, catalog node dgx-h100 --hierarchy",
    "topo-output, topo show src/test/resources/io/busbar/app/topo.xml",
    "topo-output, topo show src/test/resources/io/busbar/app/topo.txt",
    "topo-graph-output, topo show src/test/resources/io/busbar/app/graph.xml",
    "doctor-output, doctor",
    "topo-diff-output, topo diff src/test/resources/io/busbar/app/topo.xml"
        + " src/test/resources/io/busbar/app/topo.txt",
  })
  void an_answer_validates_against_its_published_schema(String schema, String call) {
    assertThat(terminal.run((call.replace(';', ',') + " --format json").split(" ")))
        .isIn(ExitCodes.DONE, ExitCodes.FOUND);
    Schema validator =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(
                io.busbar.app.render.json.JsonRenderer.renderTree(Schemas.get(schema)),
                InputFormat.JSON);
    assertThat(validator.validate(terminal.out(), InputFormat.JSON)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void every_schema_prints_alike_in_every_run(String name) {
    assertInOrder(Schemas.get(name));
  }

  /** The order of {@code Map.of} changes from run to run. */
  private static void assertInOrder(Object node) {
    if (node instanceof Map<?, ?> map) {
      assertThat(map.size() < 2 || map instanceof SequencedMap).as(map.toString()).isTrue();
      map.values().forEach(SchemasTest::assertInOrder);
    } else if (node instanceof List<?> list) {
      list.forEach(SchemasTest::assertInOrder);
    }
  }

  @Test
  void without_a_name_all_are_listed() {
    assertThat(terminal.run("schema")).isEqualTo(0);
    assertThat(terminal.out().lines().map(line -> line.substring(0, line.indexOf(' '))))
        .containsExactlyElementsOf(Schemas.titles().keySet());
  }

  @Test
  void an_unknown_name_is_answered_with_the_nearest() {
    assertThat(terminal.run("schema", "catalog-outptu")).isEqualTo(2);
    assertThat(terminal.err()).contains("did you mean 'catalog-output'?");
  }
}
