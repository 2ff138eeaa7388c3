package io.busbar.model.workload;

import io.busbar.formats.tree.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognises configurations that describe no decoder-only language model. Constants. */
final class NoDecoder {
  private static final Map<String, Set<String>> KINDS = kinds();

  private NoDecoder() {}

  private static Map<String, Set<String>> kinds() {
    Map<String, Set<String>> kinds = new LinkedHashMap<>();
    kinds.put(
        "an image model",
        Set.of(
            "vit",
            "deit",
            "beit",
            "swin",
            "swinv2",
            "convnext",
            "convnextv2",
            "resnet",
            "dinov2",
            "vit_mae",
            "detr",
            "segformer",
            "mask2former",
            "sam",
            "yolos",
            "siglip_vision_model",
            "clip_vision_model",
            "mobilenet_v2",
            "efficientnet",
            "levit",
            "dpt"));
    kinds.put(
        "a model of image and text pairs",
        Set.of("clip", "siglip", "siglip2", "blip", "altclip", "align", "flava", "clipseg"));
    kinds.put(
        "an audio model",
        Set.of(
            "whisper",
            "wav2vec2",
            "wav2vec2-bert",
            "hubert",
            "wavlm",
            "unispeech",
            "encodec",
            "speecht5",
            "clap",
            "audio-spectrogram-transformer",
            "seamless_m4t"));
    kinds.put(
        "an encoder",
        Set.of(
            "bert",
            "roberta",
            "distilbert",
            "albert",
            "electra",
            "deberta",
            "deberta-v2",
            "xlm-roberta",
            "camembert",
            "mpnet",
            "modernbert",
            "esm",
            "clip_text_model",
            "longformer",
            "big_bird",
            "nomic_bert"));
    kinds.put(
        "an encoder-decoder",
        Set.of(
            "t5",
            "mt5",
            "umt5",
            "longt5",
            "switch_transformers",
            "bart",
            "mbart",
            "pegasus",
            "marian",
            "m2m_100",
            "nllb-moe",
            "led",
            "blenderbot",
            "prophetnet",
            "encoder-decoder"));
    return kinds;
  }

  /** What the configuration describes instead, as a noun phrase; null for all we can tell. */
  static @Nullable String kind(Tree.Mapping config) {
    if (config.get("_class_name") != null || config.get("_diffusers_version") != null) {
      return "a part of a diffusion pipeline";
    }
    String type = config.text("model_type");
    for (Map.Entry<String, Set<String>> kind : KINDS.entrySet()) {
      if (type != null && kind.getValue().contains(type)) {
        return kind.getKey();
      }
    }
    if ("true".equals(config.text("is_encoder_decoder"))) {
      return "an encoder-decoder";
    }
    boolean words = config.get("vocab_size") != null || hasTextPart(config);
    return !words && config.get("image_size") != null ? "an image model" : null;
  }

  private static boolean hasTextPart(Tree.Mapping config) {
    return List.of("text_config", "llm_config", "language_config").stream()
        .anyMatch(name -> config.get(name) instanceof Tree.Mapping);
  }
}
