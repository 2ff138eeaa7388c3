package io.busbar.formats.mscclpp;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.mscclpp.PlanChunk.Where;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the parts of a plan of what its JSON says. */
final class PlanParts {
  private static final List<String> OPERATIONS =
      List.of(
          "nop",
          "barrier",
          "put",
          "pws",
          "pwsf",
          "get",
          "copy",
          "signal",
          "wait",
          "flush",
          "re",
          "res",
          "rre",
          "rres",
          "ppkt",
          "rppkt",
          "respkt",
          "cpkt",
          "upkt",
          "repkt",
          "recpkt",
          "recspkt",
          "glres",
          "gstore",
          "gstorepkt",
          "rlxsignal",
          "rlxwait",
          "pipeline",
          "sem_acquire",
          "sem_release");
  private static final List<String> CHANNELS = List.of("memory", "port", "switch", "none");
  private static final List<String> BUFFERS = List.of("i", "o", "s");
  private static final int MOST_CHUNKS = 1 << 20;
  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "plan",
          Set.of(
              "name",
              "collective",
              "protocol",
              "inplace",
              "reuse_resources",
              "num_threads_per_block",
              "use_double_scratch_buffer",
              "buffer_alignment",
              "min_message_size",
              "max_message_size"),
          "gpu",
          Set.of(
              "id",
              "input_chunks",
              "output_chunks",
              "scratch_chunks",
              "channels",
              "remote_buffers",
              "semaphores"),
          "threadblock",
          Set.of("id", "channels", "remote_buffer_refs"),
          "op",
          Set.of(
              "name",
              "channel_type",
              "channel_ids",
              "src_buff",
              "dst_buff",
              "semaphore_ids",
              "barrier_id",
              "num_threadblocks",
              "tbg_info",
              "iter_context",
              "ops",
              "reduce_op"));

  private final Problems problems;
  private final Problems warnings;
  private final Set<String> told = new HashSet<>();

  PlanParts(Problems problems, Problems warnings) {
    this.problems = problems;
    this.warnings = warnings;
  }

  PlanFile file(Position at, Map<String, Object> values, List<PlanGpu> gpus) {
    known("plan", at, values);
    for (int i = 0; i < gpus.size(); i++) {
      if (gpus.get(i).id() != i) {
        problems.add(at, "gpus.id", "" + gpus.get(i).id(), "" + i, "GPUs are in the order of ids");
      }
    }
    if (gpus.isEmpty()) {
      problems.add(at, "gpus", "", "a list of GPUs", "this is a plan of MSCCL++'s executor");
    }
    if (values.get("reuse_resources") == Boolean.TRUE) {
      warn(at, "reuse_resources", "buffers are those of the call");
    }
    return new PlanFile(
        text(at, values, "name"),
        text(at, values, "collective"),
        text(at, values, "protocol"),
        values.get("inplace") == Boolean.TRUE,
        whole(at, values, "min_message_size", 0, Long.MAX_VALUE),
        values.containsKey("max_message_size")
            ? whole(at, values, "max_message_size", 0, Long.MAX_VALUE)
            : Long.MAX_VALUE,
        values.get("use_double_scratch_buffer") == Boolean.TRUE,
        gpus);
  }

  PlanGpu gpu(Position at, Map<String, Object> values, List<PlanBlock> blocks) {
    known("gpu", at, values);
    List<PlanGpu.Channels> channels = new ArrayList<>();
    List<PlanGpu.Switch> switches = new ArrayList<>();
    for (Map<String, Object> channel : maps(at, values, "channels")) {
      String type = oneOf(at, "channel_type", channel.get("channel_type"), CHANNELS);
      if (type.equals("switch")) {
        Object buffer = channel.getOrDefault("buffer_type", channel.get("buff"));
        char letter = oneOf(at, "buffer_type", buffer, BUFFERS).charAt(0);
        for (Map<String, Object> group : maps(at, channel, "rank_groups")) {
          switches.add(new PlanGpu.Switch(letter, numbers(at, group, "ranks")));
        }
      } else {
        channels.add(new PlanGpu.Channels(type, numbers(at, channel, "connected_to")));
      }
    }
    List<PlanGpu.Remote> remotes = new ArrayList<>();
    for (Map<String, Object> remote : maps(at, values, "remote_buffers")) {
      List<String> access = new ArrayList<>();
      for (Object type : list(at, remote, "access_channel_types")) {
        access.add(oneOf(at, "access_channel_types", type, CHANNELS));
      }
      int rank = number(at, remote, "rank");
      char buffer = oneOf(at, "type", remote.get("type"), BUFFERS).charAt(0);
      remotes.add(new PlanGpu.Remote(rank, buffer, access));
    }
    List<Integer> semaphores = new ArrayList<>();
    for (Map<String, Object> semaphore : maps(at, values, "semaphores")) {
      semaphores.add(number(at, semaphore, "init_value"));
    }
    return new PlanGpu(
        number(at, values, "id"),
        number(at, values, "input_chunks"),
        number(at, values, "output_chunks"),
        number(at, values, "scratch_chunks"),
        blocks,
        channels,
        switches,
        remotes,
        semaphores);
  }

  PlanBlock block(Position at, Map<String, Object> values, List<PlanOp> ops) {
    known("threadblock", at, values);
    List<PlanBlock.Use> channels = new ArrayList<>();
    for (Map<String, Object> use : maps(at, values, "channels")) {
      String type = oneOf(at, "channel_type", use.get("channel_type"), CHANNELS);
      channels.add(new PlanBlock.Use(type, numbers(at, use, "channel_ids")));
    }
    List<PlanBlock.Use> remotes = new ArrayList<>();
    for (Map<String, Object> use : maps(at, values, "remote_buffer_refs")) {
      String type = oneOf(at, "access_channel_type", use.get("access_channel_type"), CHANNELS);
      remotes.add(new PlanBlock.Use(type, numbers(at, use, "remote_buffer_ids")));
    }
    return new PlanBlock(number(at, values, "id"), ops, channels, remotes);
  }

  PlanOp op(Position at, Object value) {
    if (!(value instanceof Map<?, ?>)) {
      problems.add(at, "ops", "" + value, "an operation", "");
      return PlanOp.sync("nop", "", List.of(), List.of());
    }
    Map<String, Object> values = map(value);
    known("op", at, values);
    String name = oneOf(at, "name", values.get("name"), OPERATIONS);
    String type =
        values.containsKey("channel_type")
            ? oneOf(at, "channel_type", values.get("channel_type"), CHANNELS)
            : "";
    Object sum = values.getOrDefault("reduce_op", "sum");
    if (!sum.equals("sum")) {
      problems.add(at, "reduce_op", "" + sum, "sum", "other operations are not proved");
    }
    List<PlanOp> loop = new ArrayList<>();
    for (Map<String, Object> inner : maps(at, values, "ops")) {
      loop.add(op(at, inner));
    }
    Map<String, Object> group = map(values.getOrDefault("tbg_info", Map.of()));
    boolean grouped = values.containsKey("tbg_info");
    boolean barrier = values.containsKey("barrier_id");
    return new PlanOp(
        name,
        type,
        numbers(at, values, "channel_ids"),
        chunks(at, values, "src_buff"),
        chunks(at, values, "dst_buff"),
        numbers(at, values, "semaphore_ids"),
        barrier ? number(at, values, "barrier_id") : -1,
        barrier ? number(at, values, "num_threadblocks") : 0,
        grouped ? number(at, group, "tb_id") : 0,
        grouped ? Math.max(1, number(at, group, "tbg_size")) : 1,
        loop,
        at.line());
  }

  private List<PlanChunk> chunks(Position at, Map<String, Object> values, String key) {
    List<PlanChunk> chunks = new ArrayList<>();
    for (Map<String, Object> chunk : maps(at, values, key)) {
      int index = number(at, chunk, "index");
      int size = number(at, chunk, "size");
      if (chunk.containsKey("buffer_id")) {
        chunks.add(new PlanChunk(Where.REMOTE, ' ', number(at, chunk, "buffer_id"), index, size));
      } else if (chunk.containsKey("switch_channel_id")) {
        int id = number(at, chunk, "switch_channel_id");
        chunks.add(new PlanChunk(Where.SWITCH, ' ', id, index, size));
      } else {
        char buffer = oneOf(at, key + ".type", chunk.get("type"), BUFFERS).charAt(0);
        chunks.add(PlanChunk.own(buffer, index, size));
      }
    }
    return chunks;
  }

  private void known(String what, Position at, Map<String, Object> values) {
    for (String key : values.keySet()) {
      if (!KNOWN.getOrDefault(what, Set.of()).contains(key)) {
        warn(at, what + "." + key, "not known, passed over");
      }
    }
  }

  private void warn(Position at, String key, String text) {
    if (told.add(key)) {
      warnings.add(at, key, "", text, "");
    }
  }

  private String text(Position at, Map<String, Object> values, String key) {
    Object value = values.get(key);
    if (value instanceof String text) {
      return text;
    }
    problems.add(at, key, value == null ? "" : "" + value, "a text", "");
    return "";
  }

  private int number(Position at, Map<String, Object> values, String key) {
    return (int) whole(at, values, key, 0, MOST_CHUNKS);
  }

  /** A whole number; above the largest of Java it is that one. */
  private long whole(Position at, Map<String, Object> values, String key, long least, long most) {
    Object value = values.get(key);
    if (value == null && key.equals("min_message_size")) {
      return 0;
    }
    if (value instanceof BigInteger number && number.signum() >= 0) {
      long capped = number.bitLength() > Long.SIZE - 1 ? Long.MAX_VALUE : number.longValue();
      if (capped >= least && capped <= most) {
        return capped;
      }
    }
    String range = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
    problems.add(at, key, value == null ? "" : "" + value, "a whole number, " + range, "");
    return least;
  }

  private List<Integer> numbers(Position at, Map<String, Object> values, String key) {
    List<Integer> numbers = new ArrayList<>();
    for (Object item : list(at, values, key)) {
      numbers.add(number(at, Map.of(key, item), key));
    }
    return numbers;
  }

  private List<?> list(Position at, Map<String, Object> values, String key) {
    Object value = values.getOrDefault(key, List.of());
    if (value instanceof List<?> list) {
      return list;
    }
    problems.add(at, key, "" + value, "a list", "");
    return List.of();
  }

  private List<Map<String, Object>> maps(Position at, Map<String, Object> values, String key) {
    List<Map<String, Object>> maps = new ArrayList<>();
    for (Object item : list(at, values, key)) {
      if (item instanceof Map<?, ?>) {
        maps.add(map(item));
      } else {
        problems.add(at, key, "" + item, "a mapping", "");
      }
    }
    return maps;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object value) {
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
  }

  private String oneOf(Position at, String key, @Nullable Object value, List<String> known) {
    if (value instanceof String text && known.contains(text)) {
      return text;
    }
    String read = value == null ? "" : "" + value;
    String expected = "one of " + String.join(", ", known);
    problems.add(at, key, read, expected, Nearest.hint(read, known));
    return known.getFirst();
  }
}
