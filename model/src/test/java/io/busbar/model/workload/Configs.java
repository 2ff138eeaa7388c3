package io.busbar.model.workload;

import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Configurations for tests: of {@code src/test/resources/hf}, or written in place. */
final class Configs {
  private Configs() {}

  static Tree.Mapping resource(String name) {
    String path = "/hf/" + name + ".json";
    try (InputStream in = Configs.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException(path);
      }
      return (Tree.Mapping) TreeReader.parse(name + ".json", in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** JSON with single quotes for double ones. */
  static Tree.Mapping json(String text) {
    byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return (Tree.Mapping) TreeReader.parse("config.json", bytes);
  }

  /** The model of a configuration that must be right. */
  static ModelReading read(Tree.Mapping config) {
    Problems problems = new Problems();
    ModelReading reading = HfConfig.read(config, "test", "", problems);
    problems.throwIfAny();
    if (reading == null) {
      throw new IllegalStateException("no model and no problem");
    }
    return reading;
  }

  /** The problems of a configuration that must be wrong. */
  static Problems refuse(Tree.Mapping config) {
    Problems problems = new Problems();
    ModelReading reading = HfConfig.read(config, "test", "", problems);
    if (reading != null || !problems.any()) {
      throw new AssertionError("read without a problem: " + reading);
    }
    return problems;
  }
}
