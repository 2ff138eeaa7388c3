package io.busbar.model.workload;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a model from its Hugging Face {@code config.json}, or from the same keys in YAML. Keys that
 * do not matter to cost are ignored, as such files have many. Stateless.
 */
public final class HfConfig {
  private static final String TYPE = "model_type";
  private static final List<String> TEXT_PARTS =
      List.of("text_config", "llm_config", "language_config", "thinker_config");

  /** What the text part of older multimodal files leaves to the file around it. */
  private static final List<String> INHERITED =
      List.of("vocab_size", "tie_word_embeddings", "max_position_embeddings");

  /** Files around a text part that need not say of which family it is. */
  private static final Map<String, String> TEXT_TYPES =
      Map.of("gemma3", "gemma3_text", "llama4", "llama4_text");

  /** Nothing that is trained has a thousandth of this; it keeps counts far from overflow. */
  private static final double MAX_PARAMETERS = 1e16;

  private static final Pattern FAMILY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private HfConfig() {}

  /** The families that are read exactly, by {@code model_type}, sorted. */
  public static Set<String> families() {
    return Families.byType().keySet();
  }

  /**
   * @param name what the model shall be called
   * @param path dotted path of the configuration, for messages; empty at the top of a file
   * @return null after problems were added
   */
  public static @Nullable ModelReading read(
      Tree.Mapping config, String name, String path, Problems problems) {
    String kind = NoDecoder.kind(config);
    if (kind != null) {
      String type = config.text(TYPE);
      problems.add(
          config.at(TYPE),
          join(path, TYPE),
          type == null ? "" : type,
          "a decoder-only language model, but this is " + kind,
          "only training of language models is planned");
      return null;
    }
    for (String part : TEXT_PARTS) {
      if (config.get(part) instanceof Tree.Mapping text) {
        return textPart(config, text, part, name, path, problems);
      }
    }
    return decoder(config, name, path, problems);
  }

  private static @Nullable ModelReading textPart(
      Tree.Mapping config,
      Tree.Mapping text,
      String part,
      String name,
      String path,
      Problems problems) {
    Tree.Mapping whole = text;
    for (String key : INHERITED) {
      Tree outer = config.get(key);
      if (outer != null && whole.get(key) == null) {
        whole = whole.with(key, outer);
      }
    }
    String outerType = config.text(TYPE);
    if (outerType != null && whole.get(TYPE) == null) {
      String type = TEXT_TYPES.getOrDefault(outerType, outerType);
      whole = whole.with(TYPE, new Tree.Scalar(config.at(TYPE), type, true));
    }
    ModelReading reading = read(whole, name, join(path, part), problems);
    if (reading == null) {
      return null;
    }
    List<String> notes = new ArrayList<>();
    notes.add("only the text part (" + part + ") of this multimodal model is counted");
    notes.addAll(reading.notes());
    return new ModelReading(reading.model(), notes);
  }

  private static @Nullable ModelReading decoder(
      Tree.Mapping config, String name, String path, Problems problems) {
    ConfigFields fields = new ConfigFields(config, path, problems);
    String type = config.text(TYPE);
    if (type != null && !FAMILY.matcher(type).matches()) {
      problems.add(config.at(TYPE), join(path, TYPE), type, "the name of a family of models", "");
      return null;
    }
    Family family = type == null ? null : Families.byType().get(type);
    List<String> notes = new ArrayList<>();
    String needer = "model_type " + type + " needs";
    if (family == null) {
      String unknown =
          type == null ? "a configuration without model_type" : "the unknown model_type " + type;
      needer = unknown + " needs to be read as a Llama-like decoder";
      String recurrent = UnknownFamily.recurrentField(fields);
      if (recurrent != null) {
        fields.problem(
            recurrent,
            String.valueOf(type),
            "a model_type with such layers that is known: nemotron_h or qwen3_next");
        return null;
      }
      notes.add(unknown + " is read as " + UnknownFamily.words(fields));
      family = UnknownFamily.nearest(fields);
    }
    if (config.get("vision_config") != null) {
      notes.add("the vision part (vision_config) of this model is not counted");
    }
    Assembly model = family.read(fields);
    if (!fields.complete(needer)) {
      return null;
    }
    if (model.approximateTotal() > MAX_PARAMETERS) {
      problems.add(config.at(), path, "", "a model of at most 10^16 parameters", "");
      return null;
    }
    return new ModelReading(model.build(name, type == null ? "unknown" : type), notes);
  }

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
