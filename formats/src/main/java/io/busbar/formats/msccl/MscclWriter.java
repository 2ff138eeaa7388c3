package io.busbar.formats.msccl;

import java.util.HashSet;
import java.util.Set;

/** Writes an algorithm as MSCCL reads it. Stateless. */
public final class MscclWriter {
  private MscclWriter() {}

  /** The file's text. */
  public static String write(MscclFile file) {
    StringBuilder text = new StringBuilder();
    text.append("<algo");
    put(text, "name", escaped(file.name()));
    put(text, "proto", file.protocol());
    put(text, "nchannels", file.channels());
    put(text, "nchunksperloop", file.chunksPerLoop());
    put(text, "ngpus", file.gpus().size());
    put(text, "coll", file.collective());
    put(text, "inplace", file.inPlace() ? 1 : 0);
    put(text, "outofplace", file.inPlace() ? 0 : 1);
    if (file.minBytes() != null) {
      put(text, "minBytes", file.minBytes());
    }
    if (file.maxBytes() != null) {
      put(text, "maxBytes", file.maxBytes());
    }
    text.append(">\n");
    file.gpus().forEach(gpu -> gpu(text, gpu));
    return text.append("</algo>\n").toString();
  }

  private static void gpu(StringBuilder text, MscclGpu gpu) {
    text.append("  <gpu");
    put(text, "id", gpu.id());
    put(text, "i_chunks", gpu.inputChunks());
    put(text, "o_chunks", gpu.outputChunks());
    put(text, "s_chunks", gpu.scratchChunks());
    text.append(">\n");
    Set<Long> awaited = new HashSet<>();
    for (MscclBlock block : gpu.blocks()) {
      for (MscclStep step : block.steps()) {
        awaited.add((long) step.waitBlock() << Integer.SIZE | step.waitStep());
      }
    }
    for (MscclBlock block : gpu.blocks()) {
      text.append("    <tb");
      put(text, "id", block.id());
      put(text, "send", block.send());
      put(text, "recv", block.receive());
      put(text, "chan", block.channel());
      text.append(">\n");
      for (int s = 0; s < block.steps().size(); s++) {
        boolean hasDependent = awaited.contains((long) block.id() << Integer.SIZE | s);
        step(text, s, block.steps().get(s), hasDependent);
      }
      text.append("    </tb>\n");
    }
    text.append("  </gpu>\n");
  }

  private static void step(StringBuilder text, int number, MscclStep step, boolean hasDependent) {
    boolean nothing = step.type().equals("nop");
    text.append("      <step");
    put(text, "s", number);
    put(text, "type", step.type());
    put(text, "srcbuf", String.valueOf(step.sourceBuffer()));
    put(text, "srcoff", nothing ? -1 : step.sourceOffset());
    put(text, "dstbuf", String.valueOf(step.targetBuffer()));
    put(text, "dstoff", nothing ? -1 : step.targetOffset());
    put(text, "cnt", step.count());
    put(text, "depid", step.waitBlock());
    put(text, "deps", step.waitStep());
    put(text, "hasdep", hasDependent ? 1 : 0);
    text.append("/>\n");
  }

  private static void put(StringBuilder text, String name, Object value) {
    text.append(' ').append(name).append("=\"").append(value).append('"');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
