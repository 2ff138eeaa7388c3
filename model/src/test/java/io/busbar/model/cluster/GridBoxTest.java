package io.busbar.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.grid.GridGroup;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.fabric.GridDesign.Shape;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Communicators on a 4 x 4 x 4 grid, links of 8 B/s. */
class GridBoxTest {
  @ParameterizedTest
  @CsvSource({
    // whole dimensions are rings, a part of one is a line
    "TORUS, 1, 4, ring of 4, true, 16",
    "TORUS, 1, 16, ring of 4 x ring of 4, true, 32",
    "TORUS, 1, 64, ring of 4 x ring of 4 x ring of 4, true, 48",
    "TORUS, 4, 4, ring of 4, true, 16",
    "TORUS, 4, 16, ring of 4 x ring of 4, true, 32",
    "TORUS, 1, 2, line of 2, true, 8",
    // opposite chips have a way on either side
    "TORUS, 2, 2, ring of 2, true, 8",
    // a dimension in two parts
    "TORUS, 2, 8, ring of 2 x ring of 4, true, 24",
    "MESH, 1, 4, line of 4, true, 8",
    "MESH, 2, 2, line of 2, true, 4",
    "HYPERX, 1, 4, fully connected line of 4, true, 24",
    // three of four divide nothing
    "TORUS, 1, 3, line of 3, false, 8",
    "TORUS, 3, 4, line of 4, false, 2.6666666667",
  })
  void ranks_lie_on_lines(
      Shape shape, int stride, int size, String lines, boolean exact, double rate) {
    GridDesign grid = new GridDesign(shape, List.of(4, 4, 4), 8, 0);
    Box box = new Box();
    box.add(stride, size);
    GridGroup group = GridBox.of(box, grid, 1);
    assertThat(group.toString()).isEqualTo(lines);
    assertThat(group.exact()).isEqualTo(exact);
    assertThat(group.ranks()).isEqualTo(size);
    assertThat(group.bytesPerSecond()).isCloseTo(rate, within(1e-6));
  }
}
