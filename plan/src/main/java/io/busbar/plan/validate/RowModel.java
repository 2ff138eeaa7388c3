package io.busbar.plan.validate;

import io.busbar.model.workload.FeedForward;
import io.busbar.model.workload.Mixer;
import io.busbar.model.workload.ModelDimensions;
import io.busbar.model.workload.ModelEntry;
import io.busbar.model.workload.ModelSpec;
import io.busbar.model.workload.Models;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The architecture columns of a row as a model. Stateless. */
final class RowModel {
  private static final Pattern LATENT =
      Pattern.compile("mla\\(q_lora(\\d+),kv_lora(\\d+),nope(\\d+),rope(\\d+),v(\\d+)\\)");
  private static final Pattern WINDOW = Pattern.compile("swa(\\d+)");

  /** Chunk of Llama 4's local layers, three of four. */
  private static final int CHUNK = 8192;

  private RowModel() {}

  /** A row without dimensions names a model of the catalogue. */
  static ModelSpec ofOwn(RowReader row) {
    return row.has("hidden") ? of(row) : named(row);
  }

  static ModelSpec of(RowReader row) {
    if (!row.has("layers") || !row.has("hidden") || !row.has("heads")) {
      throw new NotExpressible("no architecture (layers, hidden, heads)");
    }
    int layers = row.need("layers");
    int hidden = row.need("hidden");
    ModelDimensions dimensions =
        new ModelDimensions(row.text("model"), layers, hidden, row.need("vocab"))
            .tiedEmbeddings(row.text("tied_embeddings").equals("1"))
            .multiTokenLayers(row.contains("notes", "w/ mtp") ? 1 : row.count("mtp_layers", 0))
            .mixers(mixers(row, hidden));
    boolean gated = row.text("gated_mlp").equals("1");
    FeedForward.Dense dense = new FeedForward.Dense(row.need("ffn_hidden"), gated);
    int experts = row.count("moe_experts", 0);
    if (experts > 1) {
      dimensions
          .feedForwards(
              List.of(
                  new FeedForward.Experts(
                      experts,
                      row.need("moe_topk"),
                      row.need("moe_expert_ffn"),
                      row.count("moe_shared_ffn", 0),
                      gated)))
          .denseFirst(row.count("moe_dense_layers", 0), dense);
    } else {
      dimensions.feedForwards(List.of(dense));
    }
    ModelSpec model = dimensions.build();
    boolean parallel =
        row.contains("notes", "parallel transformer block")
            || row.contains("attention", "parallel block");
    return parallel ? model.withParallelBlocks() : model;
  }

  /** A model of the catalogue, cut down where the row has fewer layers. */
  private static ModelSpec named(RowReader row) {
    ModelEntry entry = Models.entry(row.text("model"));
    if (entry == null) {
      throw new NotExpressible("no architecture (layers, hidden, heads)");
    }
    ModelSpec model = entry.model();
    int layers = row.count("layers", model.layerCount());
    if (layers < 1 || layers > model.layerCount()) {
      throw new NotExpressible(
          "layers " + layers + ": " + model.name() + " has " + model.layerCount());
    }
    return layers == model.layerCount() ? model : model.withLayers(layers);
  }

  private static List<Mixer> mixers(RowReader row, int hidden) {
    String attention = row.text("attention");
    int heads = row.need("heads");
    Matcher latent = LATENT.matcher(attention);
    if (latent.find()) {
      return List.of(
          new Mixer.LatentAttention(
              heads,
              Integer.parseInt(latent.group(1)),
              Integer.parseInt(latent.group(2)),
              Integer.parseInt(latent.group(3)),
              Integer.parseInt(latent.group(4)),
              Integer.parseInt(latent.group(5))));
    }
    int kvHeads = row.count("kv_heads", heads);
    int headDim = row.count("head_dim", hidden / heads);
    Mixer full = new Mixer.Attention(heads, Math.max(1, kvHeads), headDim, 0);
    Matcher window = WINDOW.matcher(attention);
    if (window.find() && Release.of(row) >= Release.WINDOWED_KERNELS) {
      int width = Integer.parseInt(window.group(1));
      return List.of(new Mixer.Attention(heads, kvHeads, headDim, width), full);
    }
    if (attention.contains("chunked")) {
      Mixer local = new Mixer.Attention(heads, kvHeads, headDim, CHUNK);
      return List.of(local, local, local, full);
    }
    if (attention.contains("deltanet")) {
      Mixer linear = new Mixer.LinearAttention(heads, heads, headDim, headDim);
      return List.of(linear, linear, linear, full);
    }
    List<Mixer> cycle = new ArrayList<>();
    cycle.add(full);
    return cycle;
  }
}
