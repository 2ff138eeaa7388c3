package io.busbar.plan.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Problem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wrong plans and what is said of them: place, key, what was read, what was expected, a way out.
 * Every case names all of its problems.
 */
class WrongInputTest {
  private static final String LLAMA = "model: llama3-70b\ncluster: dgx-h100:128\n";
  private static final String MIXTRAL = "model: mixtral-8x7b\ncluster: dgx-h100:8\n";

  @TempDir private Path folder;

  /** A file, options above it, and every message; {@code @} stands for the file's name. */
  private record Case(String title, String text, List<String> options, List<String> messages) {
    Case options(String... typed) {
      return new Case(title, text, List.of(typed), messages);
    }

    Case says(String... expected) {
      return new Case(title, text, options, List.of(expected));
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private static Case when(String title, String text) {
    return new Case(title, text, List.of(), List.of());
  }

  static Stream<Case> the_layout() {
    return Stream.of(
        when("tp x pp x cp does not divide the GPUs", LLAMA + "parallelism: {tp: 8, pp: 10}")
            .says(
                "@:3:26: parallelism.pp: read '10', expected a divisor of 128 = 1024 GPUs / tp 8;"
                    + " nearest: 8 or 16"),
        when("tp x pp x cp is more than the GPUs", LLAMA + "parallelism: {tp: 8, pp: 40, cp: 8}")
            .says(
                "@:3:26: parallelism.pp: read '40', expected a divisor of 128 = 1024 GPUs / tp 8;"
                    + " nearest: 32 or 64"),
        when("dp disagrees with the cluster", LLAMA + "parallelism: {tp: 8, pp: 4, dp: 16}")
            .says(
                "@:3:33: parallelism.dp: read '16', expected 32 (1024 GPUs / tp 8 / pp 4);"
                    + " leave dp out to have it derived; with dp 16 the layout is for 512 GPUs"),
        when(
                "tp does not divide heads and widths",
                "model: llama3-70b\ncluster: dgx-h100:3\n"
                    + "parallelism:\n  tp: 3\n  pp: 1\n  sequence_parallel: true\n")
            .says(
                "@:4:7: parallelism.tp: read '3', expected a divisor of attention heads 64, hidden"
                    + " width 8192, feed-forward width 28672, key/value heads 8;"
                    + " nearest: 2 or 4"),
        when("more stages than layers", LLAMA + "parallelism: {tp: 1, pp: 128}")
            .says(
                "@:3:26: parallelism.pp: read '128', expected at most the 80 layers of the model;"
                    + " nearest: 80"),
        when(
                "more chunks than layers",
                LLAMA
                    + "parallelism: {tp: 8, pp: 16, virtual_stages: 6}\n"
                    + "batch: {global_batch: 512}")
            .says(
                "@:3:46: parallelism.virtual_stages: read '6', expected pp 16 x 6 chunks per rank"
                    + " = 96 to be at most the 80 layers of the model; at most 5 chunks with this"
                    + " pp"),
        when(
                "virtual stages without interleaved",
                LLAMA + "parallelism: {tp: 8, pp: 4, schedule: 1f1b, virtual_stages: 5}")
            .says(
                "@:3:61: parallelism.virtual_stages: read '5', expected 1 with schedule 1f1b;"
                    + " set schedule: interleaved, or leave virtual_stages out"),
        when(
                "a pipeline schedule without a pipeline",
                LLAMA + "parallelism: {tp: 8, pp: 1, schedule: zb-2p}")
            .says(
                "@:3:39: parallelism.schedule: read 'zb-2p', expected pp of at least 2 beside it,"
                    + " but pp is 1; with a single stage leave schedule out"),
        when(
                "dual-pipe over an odd number of stages",
                "model: llama3-70b\ncluster: dgx-h100:5\n"
                    + "parallelism: {tp: 8, pp: 5, schedule: dual-pipe}")
            .says(
                "@:3:26: parallelism.pp: read '5', expected an even number of stages with schedule"
                    + " dual-pipe; nearest: 4 or 6"),
        when(
                "dual-pipe with few micro-batches",
                LLAMA
                    + "parallelism: {tp: 8, pp: 8, schedule: dual-pipe}\n"
                    + "batch: {global_batch: 64}")
            .says(
                "@:4:23: batch.global_batch: read '64 sequences = 4 micro-batches per replica',"
                    + " expected an even number of micro-batches, at least 2 x pp = 16, with"
                    + " schedule dual-pipe; the smallest global_batch is 256 sequences"),
        when("a schedule that does not exist", LLAMA + "parallelism: {tp: 8, pp: 4, schedule: 1f1}")
            .says(
                "@:3:39: parallelism.schedule: read '1f1', expected one of gpipe, 1f1b,"
                    + " interleaved, zb-1p, zb-2p, zb-v, dual-pipe; did you mean '1f1b'?"),
        when("an order that leaves an axis out", LLAMA + "parallelism: {order: 'tp,pp,dp'}")
            .says(
                "@:3:22: parallelism.order: read 'tp,pp,dp', expected each of tp, cp, ep, pp and"
                    + " dp once, such as tp,cp,ep,pp,dp; write it as one text with commas"),
        when(
                "hsdp without its group",
                LLAMA
                    + "parallelism: {tp: 1, pp: 1, sharding: hsdp}\n"
                    + "batch: {global_batch: 1024}")
            .says(
                "@:3:14: parallelism.shard_group: expected this key: ranks that hold one copy"
                    + " together; e.g. shard_group: 8"),
        when(
                "a shard group that does not tile the replicas",
                LLAMA + "parallelism: {tp: 8, pp: 4, sharding: zero1, shard_group: 12}")
            .says(
                "@:3:59: parallelism.shard_group: read '12', expected a divisor of the 32 ranks"
                    + " that can share (dp 32 x cp 1); nearest: 8 or 16"),
        when(
                "a shard group with nothing to shard",
                LLAMA + "parallelism: {tp: 8, pp: 4, sharding: ddp, shard_group: 8}")
            .says(
                "@:3:57: parallelism.shard_group: read '8', expected sharding optimizer, gradients"
                    + " or parameters beside it; with sharding none there is nothing to shard:"
                    + " leave shard_group out"),
        when("experts in a model without", LLAMA + "parallelism: {tp: 8, pp: 4, ep: 2}")
            .says("@:3:33: parallelism.ep: read '2', expected 1: the model has no experts"),
        when("more expert ranks than experts", MIXTRAL + "parallelism: {tp: 1, pp: 1, ep: 16}")
            .says(
                "@:3:33: parallelism.ep: read '16', expected at most 8, the experts of a layer;"
                    + " nearest: 8"),
        when(
                "expert ranks that do not divide the experts",
                "model: mixtral-8x7b\ncluster: dgx-h100:3\n" + "parallelism: {tp: 1, pp: 1, ep: 6}")
            .says(
                "@:3:33: parallelism.ep: read '6', expected a divisor of 8, the experts of a layer;"
                    + " nearest: 4 or 8"),
        when("ep x etp does not tile a stage", MIXTRAL + "parallelism: {tp: 2, pp: 16, ep: 8}")
            .says(
                "@:3:34: parallelism.ep: read 'ep 8 x etp 1 = 8', expected a divisor of the 4 ranks"
                    + " of a stage (tp 2 x cp 1 x dp 2); nearest: 4"),
        when(
                "heads for all-to-all over too many ranks",
                LLAMA + "parallelism: {tp: 8, pp: 1, cp: 16, context: all-to-all}")
            .says(
                "@:3:33: parallelism.cp: read '16', expected tp x cp (128) to divide attention"
                    + " heads 64 with context all-to-all; use a smaller cp, or context ring"));
  }

  static Stream<Case> the_batch() {
    String fixed = LLAMA + "parallelism: {tp: 8, pp: 4}\n";
    return Stream.of(
        when("a batch that the replicas do not divide", fixed + "batch: {global_batch: 500}")
            .says(
                "@:4:23: batch.global_batch: read '500 sequences', expected a multiple of 32"
                    + " (micro_batch 1 x dp 32); nearest: 480 or 512"),
        when(
                "a batch below one micro-batch each",
                fixed + "batch: {global_batch: 16, micro_batch: 2}")
            .says(
                "@:4:23: batch.global_batch: read '16 sequences', expected a multiple of 64"
                    + " (micro_batch 2 x dp 32); the smallest is 64"),
        when(
                "interleaving over an odd count of micro-batches",
                LLAMA
                    + "parallelism: {tp: 8, pp: 4, virtual_stages: 5}\n"
                    + "batch: {global_batch: 576}")
            .says(
                "@:4:23: batch.global_batch: read '576 sequences = 18 micro-batches per replica',"
                    + " expected micro-batches in multiples of pp 4 with schedule interleaved;"
                    + " global_batch nearest: 512 or 640 sequences"),
        when("tokens that are no whole sequences", fixed + "batch: {global_tokens: 4.19M}")
            .says(
                "@:4:24: batch.global_tokens: read '4190000 tokens', expected a multiple of the"
                    + " sequence, 8192 tokens; 4186112 tokens (511 sequences) or 4194304 tokens"
                    + " (512 sequences)"),
        when("tokens as a fraction", fixed + "batch: {global_tokens: 0.5}")
            .says(
                "@:4:24: batch.global_tokens: read '0.5', expected a whole number of tokens such as"
                    + " 4194304, 4Mi (4 x 2^20) or 4M (4 x 10^6)"),
        when("the batch given twice", fixed + "batch:\n  global_batch: 512\n  accumulation: 16")
            .says(
                "@:6:17: batch.accumulation: read '16', expected one of global_batch, global_tokens"
                    + " and accumulation, not several; leave out all but global_batch"),
        when(
                "accumulation beyond any batch",
                fixed + "batch: {accumulation: 1048576, micro_batch: 1048576}")
            .says(
                "@:4:23: batch.accumulation: read '1048576', expected a global batch of at most"
                    + " 1000000000 sequences; with micro_batch 1048576 and dp 32 it is"
                    + " 35184372088832"),
        when("accumulation without a layout", LLAMA + "batch: {accumulation: 16}")
            .says(
                "@:3:23: batch.accumulation: read '16', expected global_batch or global_tokens"
                    + " instead, since the layout is left open; accumulation gives a batch only"
                    + " with tp and pp; or give both"),
        when(
                "a sequence that cp does not divide",
                LLAMA + "parallelism: {tp: 1, pp: 1, cp: 8}\nbatch: {sequence: 8190}")
            .says(
                "@:4:19: batch.sequence: read '8190', expected a multiple of 8 (cp 8), which split"
                    + " the sequence; nearest: 8184 or 8192"),
        when("a sequence that tp does not divide", fixed + "batch: {sequence: 8196}")
            .says(
                "@:4:19: batch.sequence: read '8196', expected a multiple of 8 (tp 8 x cp 1), which"
                    + " split the sequence; nearest: 8192 or 8200"));
  }

  static Stream<Case> the_values() {
    return Stream.of(
        when("a bandwidth without unit", LLAMA + "storage: {read_rate: 400}")
            .says(
                "@:3:22: storage.read_rate: read '400', expected a bandwidth per direction such as"
                    + " 400Gb/s or 50GB/s; add a unit: Gb/s for bits (a NIC port), GB/s for bytes"
                    + " (NVLink, HBM)"),
        when("a bandwidth that leaves bits or bytes open", LLAMA + "storage: {read_rate: 400G}")
            .says(
                "@:3:22: storage.read_rate: read '400G', expected a bandwidth per direction such as"
                    + " 400Gb/s or 50GB/s; 'G' alone leaves bits or bytes open: write Gb/s or"
                    + " GB/s"),
        when("a bandwidth in lower case", LLAMA + "storage: {read_rate: 400gbps}")
            .says(
                "@:3:22: storage.read_rate: read '400gbps', expected a bandwidth per direction such"
                    + " as 400Gb/s or 50GB/s; lower-case g is no prefix: write Gb/s for bits or"
                    + " GB/s for bytes"),
        when("a bandwidth beyond reason", LLAMA + "storage: {write_rate: 1e30GB/s}")
            .says(
                "@:3:23: storage.write_rate: read '1e30GB/s', expected from 1 kB/s to 1 PB/s; such"
                    + " as 200GB/s"),
        when("a negative size", LLAMA + "overlap: {bucket: -25MiB}")
            .says(
                "@:3:19: overlap.bucket: read '-25MiB', expected a data size such as 64KiB or 80GB;"
                    + " it must not be negative"),
        when("a size that is neither decimal nor binary", LLAMA + "overlap: {bucket: 25M}")
            .says(
                "@:3:19: overlap.bucket: read '25M', expected a data size such as 64KiB or 80GB;"
                    + " decimal or binary? write MB (10^6) or MiB (2^20)"),
        when("a share without a percent sign", LLAMA + "budget: {communication_share: 0.1}")
            .says(
                "@:3:31: budget.communication_share: read '0.1', expected a share in percent such"
                    + " as 10%; write it with a percent sign: 10%, not 10 or 0.1"),
        when("a price without currency", LLAMA + "price_per_gpu_hour: 2.50")
            .says(
                "@:3:21: price_per_gpu_hour: read '2.50', expected an amount of money such as $2.50"
                    + " or 2.5 USD; name the currency"),
        when("a negative price", LLAMA + "price_per_gpu_hour: $-2.50/h")
            .says(
                "@:3:21: price_per_gpu_hour: read '$-2.50/h', expected an amount of money such as"
                    + " $2.50 or 2.5 USD"),
        when("a time whose unit could be two", LLAMA + "storage: {checkpoint_interval: 30m}")
            .says(
                "@:3:32: storage.checkpoint_interval: read '30m', expected a time such as 3us,"
                    + " 1.2ms or 4.3s; m could be metres, minutes or milli: write ms or min"),
        when(
                "negative, not a number, infinite, huge, broken and quoted degrees",
                LLAMA
                    + "parallelism:\n  tp: -8\n  pp: .nan\n  cp: .inf\n  ep: 1e30\n  dp: 1.5\n"
                    + "  etp: '1'\n")
            .says(
                "@:4:7: parallelism.tp: read '-8', expected a whole number from 1 to 1048576",
                "@:5:7: parallelism.pp: read '.nan', expected a whole number from 1 to 1048576",
                "@:6:7: parallelism.cp: read '.inf', expected a whole number from 1 to 1048576",
                "@:7:7: parallelism.ep: read '1e30', expected a whole number from 1 to 1048576",
                "@:8:7: parallelism.dp: read '1.5', expected a whole number from 1 to 1048576",
                "@:9:8: parallelism.etp: read '1', expected a whole number from 1 to 1048576"),
        when("hours that no year has", LLAMA + "hours_per_year: 9000")
            .says("@:3:17: hours_per_year: read '9000', expected a number from 1 to 8784"),
        when("a yes that is no boolean", LLAMA + "overlap: {gradients: yes}")
            .says("@:3:22: overlap.gradients: read 'yes', expected true or false"),
        when(
                "a format that the GPU lacks",
                "model: llama3-70b\ncluster: dgx-a100:128\nprecision: {compute: fp8}")
            .says(
                "@:3:22: precision.compute: read 'fp8', expected a format that a100-sxm-80gb"
                    + " computes in; it has no fp8 units: use bf16"),
        when("four bits on Hopper", LLAMA + "precision: {compute: nvfp4}")
            .says(
                "@:3:22: precision.compute: read 'nvfp4', expected a format that h100-sxm computes"
                    + " in; it has no nvfp4 units: use fp8 or bf16"),
        when("offload to somewhere else", LLAMA + "offload: disk")
            .says(
                "@:3:10: offload: read 'disk', expected one of none, optimizer, activations, all"),
        when("a share of nothing", LLAMA + "recompute_share: 50%")
            .says(
                "@:1:1: recompute: expected this key: what that share of the layers computes again;"
                    + " e.g. recompute: full"),
        when("another version of the format", LLAMA + "schema: busbar/plan-file/9")
            .says(
                "@:3:9: schema: read 'busbar/plan-file/9', expected one of busbar/plan-file/1;"
                    + " did you mean 'busbar/plan-file/1'?"));
  }

  static Stream<Case> names_and_keys() {
    return Stream.of(
        when("a model that is not in the catalogue", "model: lama3-70b\ncluster: dgx-h100:128")
            .says("@:1:8: model: read 'lama3-70b', expected a model of the catalogue"),
        when("a node that is not in the catalogue", "model: llama3-70b\ncluster: dgx-h10:128")
            .says("@:2:10: cluster: read 'dgx-h10"),
        when("a cluster of no nodes", "model: llama3-70b\ncluster: dgx-h100:0")
            .says("@:2:10: cluster: read '0', expected a whole number from 1 to"),
        when("misspelt keys on two levels", LLAMA + "paralellism: {tp: 8}\nbatch: {sequnce: 1}")
            .says(
                "@:3:1: paralellism: read 'paralellism', expected one of schema, name, model,"
                    + " cluster, parallelism, batch, precision, recompute, recompute_share,"
                    + " trained, overlap, software, offload, price_per_gpu_hour, budget, storage,"
                    + " hours_per_year; did you mean 'parallelism'?",
                "@:4:9: batch.sequnce: read 'sequnce', expected one of sequence, global_batch,"
                    + " global_tokens, micro_batch, accumulation; did you mean 'sequence'?"),
        when("nothing of what must be there", "name: x")
            .says("@:1:1: model: expected this key:", "@:1:1: cluster: expected this key:"),
        when("a list instead of the plan", "- model: llama3-70b\n- cluster: dgx-h100:128")
            .says("@:1:1: read 'a list', expected a mapping with schema, name, model, cluster"),
        when("a list instead of a mapping", LLAMA + "parallelism: [8, 4]")
            .says("@:3:14: parallelism: read 'a list', expected a mapping with tp,"),
        when("a mapping instead of a number", LLAMA + "batch: {sequence: {of: 8192}}")
            .says(
                "@:3:19: batch.sequence: read 'a mapping', expected a whole number from 1 to"
                    + " 134217728"),
        when(
                "the configuration of a vision model",
                "model: {model_type: vit, hidden_size: 768, num_hidden_layers: 12}\n"
                    + "cluster: dgx-h100:1")
            .says("@:1:"),
        when(
                "problems in many places at once",
                "model: lama3-70b\ncluster: dgx-h10:128\nparallelism: {tp: 0}\n"
                    + "batch: {global_batch: many}\nprice_per_gpu_hour: 3\n")
            .says(
                "@:1:8: model: read 'lama3-70b'",
                "@:2:10: cluster: read 'dgx-h10",
                "@:3:19: parallelism.tp: read '0', expected a whole number from 1 to 1048576",
                "@:4:23: batch.global_batch: read 'many', expected a whole number from 1 to"
                    + " 1000000000",
                "@:5:21: price_per_gpu_hour: read '3', expected an amount of money such as $2.50"
                    + " or 2.5 USD; name the currency"));
  }

  static Stream<Case> options() {
    return Stream.of(
        when("an option names itself, not the file", LLAMA + "parallelism: {tp: 8, pp: 4}")
            .options("--tp", "6")
            .says(
                "--tp: parallelism.tp: read '6', expected a divisor of 1024 GPUs; nearest: 4 or 8",
                "--tp: parallelism.tp: read '6', expected a divisor of attention heads 64, hidden"
                    + " width 8192, feed-forward width 28672, key/value heads 8;"
                    + " nearest: 4 or 8"),
        when("an option without value", LLAMA)
            .options("--tp", "")
            .says("--tp: parallelism.tp: expected a whole number from 1 to 1048576"),
        when("an option that says null", LLAMA)
            .options("--pp", "null")
            .says("--pp: parallelism.pp: read 'null', expected a whole number from 1 to 1048576"),
        when("two options for one thing", LLAMA + "parallelism: {tp: 8, pp: 4}")
            .options("--global-batch", "512", "--accumulation", "4")
            .says(
                "--accumulation: batch.accumulation: read '4', expected one of global_batch,"
                    + " global_tokens and accumulation, not several; leave out all but"
                    + " global_batch"),
        when("an option does not hide a mistake of the file", LLAMA + "parallelism: 8")
            .options("--tp", "8")
            .says("@:3:14: parallelism: read '8', expected a mapping with tp,"),
        when("an unknown cluster as option", LLAMA)
            .options("--cluster", "dgx-h1000:128")
            .says("--cluster: cluster: read 'dgx-h1000"));
  }

  @ParameterizedTest
  @MethodSource({"the_layout", "the_batch", "the_values", "names_and_keys", "options"})
  void every_problem_is_told_with_place_expectation_and_way_out(Case c) throws IOException {
    Path file = Files.writeString(folder.resolve("plan.yaml"), c.text);

    InputException e = refused(file, c.options);

    List<String> messages = new ArrayList<>();
    for (Problem problem : e.problems()) {
      messages.add(problem.toString().replace(file.toString(), "@"));
    }
    assertThat(messages).as("all problems").hasSameSizeAs(c.messages);
    assertThat(e.count()).isEqualTo(c.messages.size());
    for (int i = 0; i < messages.size(); i++) {
      assertThat(messages.get(i)).startsWith(c.messages.get(i));
    }
  }

  @Test
  void unknown_names_come_with_the_nearest() throws IOException {
    String text = "model: lama3-70b\ncluster: dgx-h10:128\n";
    Path file = Files.writeString(folder.resolve("plan.yaml"), text);

    assertThat(refused(file, List.of()).problems())
        .extracting(Problem::hint)
        .satisfiesExactly(
            hint -> assertThat(hint).contains("did you mean 'llama3-70b'?"),
            hint -> assertThat(hint).contains("did you mean 'dgx-h100'?"));
  }

  static Stream<Case> documents() {
    return Stream.of(
        when("empty", "").says("@: expected a YAML or JSON document, but the file is empty"),
        when("only a comment", "# later\n").says("@: expected a mapping with schema, name"),
        when("tabs", LLAMA + "batch:\n\tsequence: 1\n").says("@:4:1: expected valid YAML;"),
        when("an open bracket", LLAMA + "batch: {sequence: 1\n")
            .says("@:4:1: expected valid YAML;"),
        when("duplicate keys", LLAMA + "model: llama3-8b\n")
            .says("@:3:1: model: read 'model', expected each key once; it stands first at line 1"),
        when("an alias", "model: &m llama3-70b\ncluster: *m\n")
            .says("@:2:10: read '*m', expected a plain value; aliases are not read here"),
        when("a tag", "model: !!java.net.URL [x]\n")
            .says("@:1:8: read 'tag:yaml.org,2002:java.net.URL', expected a plain value;"),
        when("two documents", LLAMA + "---\n" + LLAMA)
            .says("@:3:1: read '---', expected a single document"),
        when("deep nesting", "model: " + "[".repeat(5000))
            .says("@:1:72: expected at most 64 levels of nesting"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_document_that_cannot_be_read_names_its_place(Case c) throws IOException {
    every_problem_is_told_with_place_expectation_and_way_out(c);
  }

  @Test
  void a_billion_laughs_end_at_once() throws IOException {
    StringBuilder text = new StringBuilder("a0: &a0 [lol, lol]\n");
    for (int i = 1; i < 200; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    Path file = Files.writeString(folder.resolve("plan.yaml"), text);

    InputException e = refused(file, List.of());

    assertThat(e.count()).isEqualTo(398);
    assertThat(e.problems()).hasSize(20);
  }

  @Test
  void json_with_trailing_garbage_names_its_place() throws IOException {
    String text = "{\"model\": \"llama3-70b\",\n \"cluster\": \"dgx-h100:128\"}\n}";
    Path file = Files.writeString(folder.resolve("plan.json"), text);

    assertThat(refused(file, List.of()).getMessage())
        .startsWith(file + ":3:1: expected valid JSON");
  }

  @Test
  void bytes_that_are_no_text_are_refused() throws IOException {
    Path latin = Files.write(folder.resolve("plan.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9});
    assertThat(refused(latin, List.of()).getMessage()).contains("expected UTF-8 text");

    Path binary = Files.write(folder.resolve("plan.yaml"), new byte[] {0x7f, 'E', 'L', 'F', 0, 1});
    assertThat(refused(binary, List.of()).getMessage()).contains("is this a binary file?");
  }

  @Test
  void a_huge_file_is_refused_unread() throws IOException {
    Path file = folder.resolve("plan.yaml");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(100L << 20);
    }

    assertThat(refused(file, List.of()).getMessage())
        .isEqualTo(file + ": expected at most 4 MiB; is this the right file?");
  }

  @Test
  void a_directory_and_a_missing_file_are_no_plans() {
    assertThat(refused(folder, List.of()).getMessage())
        .startsWith(folder + ": expected a file, but this is a directory");
    assertThat(refused(folder.resolve("none.yaml"), List.of()).getMessage())
        .startsWith(folder.resolve("none.yaml") + ": expected an existing file");
  }

  @Test
  void a_path_to_a_config_that_is_not_there_is_told_at_the_plan() throws IOException {
    String text = "model: configs/config.json\ncluster: dgx-h100:1\n";
    Path file = Files.writeString(folder.resolve("plan.yaml"), text);

    assertThat(refused(file, List.of()).getMessage())
        .startsWith(file + ":1:8: model: read 'configs/config.json'");
  }

  @Test
  void a_vision_model_is_refused_in_its_own_file() throws IOException {
    Path config = folder.resolve("config.json");
    Files.writeString(
        config, "{\"model_type\": \"vit\", \"hidden_size\": 768, \"image_size\": 224}");
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"), "model: ./config.json\ncluster: dgx-h100:1\n");

    assertThat(refused(file, List.of()).problems())
        .isNotEmpty()
        .allSatisfy(p -> assertThat(p.at().source()).endsWith("config.json"));
  }

  @Test
  void without_a_file_the_command_line_is_what_misses_keys() {
    InputException e =
        catchThrowableOfType(InputException.class, () -> PlanFile.load(null, Map.of()));

    assertThat(e.problems()).extracting(Problem::key).containsExactly("model", "cluster");
    assertThat(e.getMessage()).startsWith("command line: model: expected this key:");
  }

  @Test
  void any_mixture_of_options_ends_in_a_plan_or_in_messages() {
    List<String> values =
        List.of(
            "0",
            "1",
            "-1",
            "3",
            "8",
            "64",
            "1048576",
            "1e30",
            ".nan",
            "null",
            "true",
            "[]",
            "{}",
            "fp8",
            "mxfp8",
            "hsdp",
            "zb-v",
            "dual-pipe",
            "interleaved",
            "all-to-all",
            "4Mi",
            "4.19M",
            "10%",
            "25MiB",
            "1GB/s",
            "$3/h",
            "mixtral-8x7b",
            "gb200-nvl72:4",
            "full");
    List<PlanOption> options = PlanOption.all();
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      Map<String, String> typed = new LinkedHashMap<>();
      typed.put("--model", "llama3-70b");
      typed.put("--cluster", "dgx-h100:16");
      for (int n = random.nextInt(6); n > 0; n--) {
        String name = options.get(random.nextInt(options.size())).name();
        typed.put(name, values.get(random.nextInt(values.size())));
      }

      Throwable end = catchThrowable(() -> PlanFile.load(null, PlanOption.overlay(typed)));

      assertThat(end == null || end instanceof InputException).as("%s: %s", typed, end).isTrue();
    }
  }

  @Test
  void no_message_is_longer_than_a_reader_bears() throws IOException {
    String text = LLAMA + "name: [" + "x,".repeat(10_000) + "]\nrecompute: " + "y".repeat(10_000);
    Path file = Files.write(folder.resolve("plan.yaml"), text.getBytes(StandardCharsets.UTF_8));

    assertThat(refused(file, List.of()).problems())
        .extracting(p -> p.toString().replace(file.toString(), "@").length())
        .allSatisfy(length -> assertThat(length).isLessThan(300));
  }

  private static InputException refused(Path file, List<String> options) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i < options.size(); i += 2) {
      typed.put(options.get(i), options.get(i + 1));
    }
    InputException e =
        catchThrowableOfType(
            InputException.class, () -> PlanFile.load(file, PlanOption.overlay(typed)));
    assertThat(e)
        .as("nothing was refused: %s", Arrays.toString(typed.values().toArray()))
        .isNotNull();
    return e;
  }
}
