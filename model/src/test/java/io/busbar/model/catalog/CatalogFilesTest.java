package io.busbar.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Key;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.fact.Source;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.Nic;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.Ports;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loads every file of the catalogue. */
class CatalogFilesTest {
  private static final Position AT = Position.of("test");

  /** Systems whose accelerators have no figures yet; their notes say so. */
  private static final Set<String> WITHOUT_GPU =
      Set.of("dgx-rubin-nvl8", "gaudi2-hls", "gaudi3-hls");

  private final Catalog catalog = Catalog.standard();
  private final Problems problems = new Problems();

  @ParameterizedTest
  @EnumSource(value = Kind.class, names = "MODEL", mode = EnumSource.Mode.EXCLUDE)
  void every_file_loads_and_its_name_is_its_file_name(Kind kind) {
    assertThat(catalog.names(kind)).hasSizeGreaterThan(10).isSorted();
    for (String name : catalog.names(kind)) {
      CatalogEntry entry = catalog.find(kind, name);
      assertThat(entry.name()).isEqualTo(name);
      assertThat(entry.title()).isNotBlank();
      assertThat(entry.facts()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class, names = "MODEL", mode = EnumSource.Mode.EXCLUDE)
  void every_figure_has_a_source_or_a_mark_of_quality(Kind kind) {
    for (String name : catalog.names(kind)) {
      for (Fact fact : catalog.find(kind, name).facts().values()) {
        boolean marked =
            Set.of(Quality.RECALLED, Quality.ESTIMATED, Quality.ASSUMED).contains(fact.quality());
        assertThat(marked || !fact.sources().isEmpty()).as(name + "." + fact.key()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = Kind.class)
  void no_name_or_alias_stands_for_two_things_of_a_shelf(Kind kind) {
    Map<String, String> seen = new HashMap<>();
    for (String name : catalog.names(kind)) {
      assertThat(seen.put(Catalog.plain(name), name)).as(name).isNull();
    }
    for (String name : catalog.names(kind)) {
      for (String alias : catalog.find(kind, name).aliases()) {
        assertThat(seen.put(Catalog.plain(alias), name)).as(name + " alias " + alias).isNull();
      }
    }
  }

  @Test
  void every_source_is_used() {
    Set<String> used = new TreeSet<>();
    for (Kind kind : Kind.values()) {
      if (kind != Kind.MODEL) {
        for (String name : catalog.names(kind)) {
          catalog.find(kind, name).facts().values().forEach(fact -> used.addAll(fact.sources()));
        }
      }
    }
    assertThat(catalog.sources().values()).extracting(Source::line).allMatch(used::contains);
  }

  @Test
  void no_figure_of_a_node_has_the_name_of_a_figure_of_a_gpu() {
    assertThat(CatalogKeys.of(Kind.NODE).keySet())
        .doesNotContainAnyElementsOf(CatalogKeys.of(Kind.GPU).keySet());
  }

  @Test
  void every_documented_key_is_used_by_some_file() {
    for (Kind kind : Kind.values()) {
      Set<String> unused = new TreeSet<>(CatalogKeys.of(kind).keySet());
      catalog
          .names(kind)
          .forEach(name -> unused.removeAll(catalog.find(kind, name).facts().keySet()));
      assertThat(unused).as(kind.plural()).isEmpty();
    }
  }

  @Test
  void every_gpu_has_sane_figures() {
    for (String name : catalog.names(Kind.GPU)) {
      Gpu gpu = catalog.gpu(name, AT, problems);
      assertThat(problems.list()).as(name).isEmpty();
      if (gpu.generation() == Generation.CPU) {
        assertThat(gpu.bf16FlopPerSecond()).as("nothing is known of its speed").isZero();
        continue;
      }
      assertThat(gpu.memoryBytes()).as(name).isBetween(15e9, 320e9);
      assertThat(gpu.memoryBytes() / gpu.entry().value(GpuKeys.MEMORY))
          .as(name)
          .isBetween(0.98, 1.08);
      assertThat(gpu.memoryBytesPerSecond()).as(name).isBetween(0.5e12, 22e12);
      assertThat(gpu.bf16FlopPerSecond()).as(name).isBetween(100e12, 4e15);
      assertThat(gpu.matmulBf16FlopPerSecond() / gpu.bf16FlopPerSecond())
          .as(name)
          .isBetween(0.4, 0.95);
      boolean even = !name.equals("rubin"); // its announced rates below FP8 do not follow halves
      if (gpu.fp8FlopPerSecond() > 0) {
        assertThat(gpu.fp8FlopPerSecond() / gpu.bf16FlopPerSecond())
            .as(name)
            .isBetween(1.9, even ? 2.1 : 4.4);
        assertThat(gpu.matmulFp8FlopPerSecond() / gpu.fp8FlopPerSecond())
            .as(name)
            .isBetween(0.4, 0.95);
      }
      if (gpu.fp4FlopPerSecond() > 0) {
        assertThat(gpu.fp4FlopPerSecond() / gpu.bf16FlopPerSecond())
            .as(name)
            .isBetween(3.9, even ? 6.1 : 8.8);
      }
      assertThat(gpu.streamingMultiprocessors()).as(name).isBetween(1, 320);
      assertThat(gpu.scaleUpBytesPerSecond()).as(name).isLessThanOrEqualTo(1.8e12);
      assertThat(gpu.watts() == 0 || gpu.watts() >= 300 && gpu.watts() <= 2300).as(name).isTrue();
      Double link = gpu.entry().value(GpuKeys.SCALE_UP_LINK_RATE);
      if (link != null) {
        assertThat(link * gpu.scaleUpLinks()).as(name).isEqualTo(gpu.scaleUpBytesPerSecond());
      }
    }
  }

  @Test
  void every_node_has_sane_figures_and_parts_of_the_catalogue() {
    for (String name : catalog.names(Kind.NODE)) {
      if (WITHOUT_GPU.contains(name)) {
        continue;
      }
      NodeType node = catalog.node(name, AT, problems);
      assertThat(problems.list()).as(name).isEmpty();
      assertThat(node.gpus()).as(name).isIn(4, 8, 16, 64, 72, 256);
      assertThat(node.domainGpus()).as(name).isIn(8, 16, 64, 72, 256);
      assertThat(node.nicBytesPerSecond()).as(name).isBetween(12.5e9, 100e9);
      assertThat(node.networkBytesPerSecondPerGpu()).as(name).isBetween(3e9, 200e9);
      assertThat(node.nearNics()).as(name).hasSize(node.gpus()).noneMatch(List::isEmpty);
      assertThat(node.nearNics().stream().flatMap(List::stream).distinct().count())
          .as(name)
          .isEqualTo(node.nics());
      assertThat(node.inSwitchReduction() && node.scaleUp() != ScaleUp.SWITCHED).as(name).isFalse();
      assertThat(
              node.watts() == 0
                  || node.watts() / node.gpus() > 400 && node.watts() / node.gpus() < 3300)
          .as(name)
          .isTrue();
      Nic nic = catalog.nic(node.nicModel(), AT, problems);
      assertThat(nic).as(name).isNotNull();
      assertThat(nic.networks()).as(name).contains(node.network());
      assertThat(node.nicBytesPerSecond()).as(name).isLessThanOrEqualTo(nic.bytesPerSecond());
      Double published = node.entry().value(networkRate());
      if (published != null) {
        assertThat(node.nics() * node.nicBytesPerSecond()).as(name).isEqualTo(published);
      }
    }
  }

  @SuppressWarnings("unchecked") // the key is declared as a bandwidth
  private static Key<Double> networkRate() {
    return (Key<Double>) CatalogKeys.of(Kind.NODE).get("network_rate");
  }

  @Test
  void every_switch_has_ports_that_make_its_capacity() {
    for (String name : catalog.names(Kind.SWITCH)) {
      SwitchType type = catalog.switchType(name, AT, problems);
      assertThat(type.bytesPerSecond()).as(name).isPositive();
      for (Ports way : type.ports()) {
        assertThat(way.count() * way.bytesPerSecond()).as(name).isEqualTo(type.bytesPerSecond());
      }
    }
  }

  @Test
  void every_model_can_be_found_by_its_name() {
    for (String name : catalog.names(Kind.MODEL)) {
      assertThat(catalog.find(Kind.MODEL, name).name()).isEqualTo(name);
      assertThat(catalog.document(Kind.MODEL, name)).isNotNull();
    }
  }
}
