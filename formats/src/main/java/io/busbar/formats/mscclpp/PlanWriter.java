package io.busbar.formats.mscclpp;

import io.busbar.formats.mscclpp.PlanChunk.Where;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes a plan as the executor of MSCCL++ reads it. Stateless. */
public final class PlanWriter {
  private PlanWriter() {}

  /** The file's text, an operation on a line. */
  public static String write(PlanFile plan) {
    StringBuilder text = new StringBuilder("{\n");
    text.append("  \"name\": ").append(quoted(plan.name())).append(",\n");
    text.append("  \"collective\": ").append(quoted(plan.collective())).append(",\n");
    text.append("  \"protocol\": ").append(quoted(plan.protocol())).append(",\n");
    text.append("  \"inplace\": ").append(plan.inPlace()).append(",\n");
    text.append("  \"reuse_resources\": false,\n  \"gpus\": [\n");
    text.append(joined(plan.gpus(), ",\n", PlanWriter::gpu));
    text.append("\n  ],\n  \"num_threads_per_block\": 1024,\n");
    text.append("  \"use_double_scratch_buffer\": ").append(plan.doubleScratch()).append(",\n");
    text.append("  \"buffer_alignment\": 16,\n");
    text.append("  \"min_message_size\": ").append(plan.minBytes()).append(",\n");
    text.append("  \"max_message_size\": ").append(plan.maxBytes()).append("\n}\n");
    return text.toString();
  }

  private static String gpu(PlanGpu gpu) {
    String channels =
        joined(
            gpu.channels(),
            ", ",
            c -> "{\"channel_type\": \"" + c.type() + "\", \"connected_to\": " + c.peers() + "}");
    String switches =
        joined(
            gpu.switches(),
            ", ",
            s ->
                "{\"channel_type\": \"switch\", \"buffer_type\": \""
                    + s.buffer()
                    + "\", \"rank_groups\": [{\"size\": "
                    + s.ranks().size()
                    + ", \"ranks\": "
                    + s.ranks()
                    + "}]}");
    String between = channels.isEmpty() || switches.isEmpty() ? "" : ", ";
    return "    {\n      \"id\": "
        + gpu.id()
        + ",\n      \"input_chunks\": "
        + gpu.inputChunks()
        + ",\n      \"output_chunks\": "
        + gpu.outputChunks()
        + ",\n      \"scratch_chunks\": "
        + gpu.scratchChunks()
        + ",\n      \"threadblocks\": [\n"
        + joined(gpu.blocks(), ",\n", PlanWriter::block)
        + "\n      ],\n      \"channels\": ["
        + channels
        + between
        + switches
        + "],\n      \"remote_buffers\": ["
        + joined(gpu.remotes(), ", ", PlanWriter::remote)
        + "],\n      \"semaphores\": ["
        + joined(gpu.semaphores(), ", ", first -> "{\"init_value\": " + first + "}")
        + "]\n    }";
  }

  private static String remote(PlanGpu.Remote remote) {
    String access = joined(remote.access(), ", ", PlanWriter::quoted);
    return "{\"rank\": "
        + remote.rank()
        + ", \"type\": \""
        + remote.buffer()
        + "\", \"access_channel_types\": ["
        + access
        + "]}";
  }

  private static String block(PlanBlock block) {
    return "        {\n          \"id\": "
        + block.id()
        + ",\n          \"ops\": [\n"
        + joined(block.ops(), ",\n", op -> "            " + op(op))
        + "\n          ],\n          \"channels\": ["
        + uses(block.channels(), "channel_type", "channel_ids")
        + "],\n          \"remote_buffer_refs\": ["
        + uses(block.remotes(), "access_channel_type", "remote_buffer_ids")
        + "]\n        }";
  }

  private static String uses(List<PlanBlock.Use> uses, String type, String ids) {
    return joined(
        uses,
        ", ",
        u -> "{\"" + type + "\": \"" + u.type() + "\", \"" + ids + "\": " + u.ids() + "}");
  }

  private static String op(PlanOp op) {
    StringBuilder text = new StringBuilder("{\"name\": \"").append(op.name()).append('"');
    if (!op.sources().isEmpty()) {
      text.append(", \"src_buff\": [").append(joined(op.sources(), ", ", PlanWriter::chunk));
      text.append(']');
    }
    if (!op.targets().isEmpty()) {
      text.append(", \"dst_buff\": [").append(joined(op.targets(), ", ", PlanWriter::chunk));
      text.append(']');
    }
    if (!op.channels().isEmpty()) {
      text.append(", \"channel_ids\": ").append(op.channels());
    }
    if (!op.channelType().isEmpty()) {
      text.append(", \"channel_type\": \"").append(op.channelType()).append('"');
    }
    if (op.sources().size() > 1) {
      text.append(", \"reduce_op\": \"sum\"");
    }
    if (!op.semaphores().isEmpty()) {
      text.append(", \"semaphore_ids\": ").append(op.semaphores());
    }
    if (op.barrier() >= 0) {
      text.append(", \"barrier_id\": ").append(op.barrier());
      text.append(", \"num_threadblocks\": ").append(op.barrierBlocks());
    }
    if (op.parts() > 1) {
      text.append(", \"tbg_info\": {\"tb_id\": ").append(op.part());
      text.append(", \"tbg_size\": ").append(op.parts()).append('}');
    }
    return text.append('}').toString();
  }

  private static String chunk(PlanChunk chunk) {
    String whose =
        chunk.where() == Where.OWN
            ? "\"type\": \"" + chunk.buffer() + "\""
            : "\""
                + (chunk.where() == Where.REMOTE ? "buffer_id" : "switch_channel_id")
                + "\": "
                + chunk.id();
    return "{" + whose + ", \"index\": " + chunk.index() + ", \"size\": " + chunk.size() + "}";
  }

  private static <T> String joined(List<T> items, String between, Function<T, String> text) {
    return items.stream().map(text).collect(Collectors.joining(between));
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
