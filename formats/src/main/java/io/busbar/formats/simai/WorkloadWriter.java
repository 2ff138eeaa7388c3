package io.busbar.formats.simai;

import io.busbar.formats.simai.WorkloadFile.Layer;
import io.busbar.formats.simai.WorkloadFile.Pass;
import java.util.List;

/** Writes workload texts as AICB does: tabs between columns, one line for each layer. Stateless. */
public final class WorkloadWriter {
  private WorkloadWriter() {}

  /** The file's text; it is read back as the same workload. */
  public static String text(WorkloadFile file) {
    StringBuilder text = new StringBuilder(file.policy());
    file.numbers()
        .forEach((key, value) -> {
          if (!key.equals(WorkloadFile.PIPELINE_BYTES)) {
            text.append(' ').append(key).append(": ").append(value);
          }
        });
    if (file.policy().equals("HYBRID_TRANSFORMER_FWD_IN_BCKWD")) {
      list(text, "checkpoints", file.checkpoints());
      list(text, "checkpoint_initiates", file.initiates());
    }
    Long pipeline = file.numbers().get(WorkloadFile.PIPELINE_BYTES);
    if (pipeline != null) {
      text.append(' ').append(WorkloadFile.PIPELINE_BYTES).append(": ").append(pipeline);
    }
    text.append('\n').append(file.layers().size()).append('\n');
    for (Layer layer : file.layers()) {
      text.append(layer.name()).append('\t').append(layer.dependency());
      pass(text, layer.forward());
      pass(text, layer.inputGradient());
      pass(text, layer.weightGradient());
      text.append('\t').append(layer.updateNs());
      if (!layer.policy().isEmpty()) {
        text.append('\t').append(layer.policy());
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static void list(StringBuilder text, String key, List<Integer> layers) {
    text.append(' ').append(key).append(": ").append(layers.size());
    layers.forEach(layer -> text.append(' ').append(layer));
  }

  private static void pass(StringBuilder text, Pass pass) {
    text.append('\t')
        .append(pass.computeNs())
        .append('\t')
        .append(pass.word())
        .append('\t')
        .append(pass.bytes());
  }
}
