package io.busbar.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontTest {
  private static final EnumSet<Objective> OBJECTIVES =
      EnumSet.of(
          Objective.STEP_TIME,
          Objective.COST,
          Objective.GPUS,
          Objective.ENERGY,
          Objective.HEADROOM);

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.2})
  void the_front_is_what_the_definition_says(double resolution) {
    Grid grid = new Grid(OBJECTIVES, resolution);
    List<Front.Point> all = random(400, 1);

    assertThat(numbers(front(grid, all))).isEqualTo(byDefinition(grid, all));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01, 0.2})
  void parts_merge_in_any_order_to_the_front_of_all(double resolution) {
    Grid grid = new Grid(OBJECTIVES, resolution);
    List<Front.Point> all = random(600, 2);
    Front whole = front(grid, all);
    Front a = front(grid, all.subList(0, 150));
    Front b = front(grid, all.subList(150, 420));
    Front c = front(grid, all.subList(420, 600));

    Front right = new Front(grid);
    b.merge(c);
    right.merge(b);
    right.merge(a);
    right.merge(a);

    assertThat(numbers(right)).isEqualTo(numbers(whole));
    for (Best by : Best.values()) {
      assertThat(right.best(by, 0)).isNotNull();
      assertThat(right.best(by, 0).index()).isEqualTo(whole.best(by, 0).index());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01})
  void what_a_lower_bound_rules_out_changes_nothing(double resolution) {
    Grid grid = new Grid(OBJECTIVES, resolution);
    List<Front.Point> all = random(2000, 3);
    Front front = new Front(grid);
    Random random = new Random(4);
    int ruledOut = 0;
    for (Front.Point point : all) {
      double[] least = point.values().clone();
      for (Objective by : List.of(Objective.STEP_TIME, Objective.COST, Objective.TRAIN_TIME)) {
        least[by.ordinal()] *= 0.7 + 0.3 * random.nextDouble();
      }
      if (front.rulesOut(least, true)) {
        ruledOut++;
      } else {
        front.add(point.index(), point.values(), true);
      }
    }

    assertThat(ruledOut).isPositive();
    assertThat(numbers(front)).isEqualTo(byDefinition(grid, all));
  }

  /** Cells that no other cell beats, and of each the set-up that comes first. */
  private static List<Long> byDefinition(Grid grid, List<Front.Point> all) {
    List<Long> numbers = new ArrayList<>();
    for (Front.Point p : all) {
      boolean beaten = false;
      for (Front.Point q : all) {
        double[] mine = cell(grid, p);
        double[] other = cell(grid, q);
        boolean notWorse = true;
        for (int i = 0; i < mine.length; i++) {
          notWorse &= other[i] <= mine[i];
        }
        boolean same = Arrays.equals(mine, other);
        beaten |= notWorse && (!same || first(q, p));
      }
      if (!beaten) {
        numbers.add(p.index());
      }
    }
    return numbers;
  }

  private static boolean first(Front.Point a, Front.Point b) {
    for (Objective by :
        List.of(
            Objective.COST,
            Objective.STEP_TIME,
            Objective.TRAIN_TIME,
            Objective.ENERGY,
            Objective.HEADROOM,
            Objective.GPUS)) {
      int order = Double.compare(a.values()[by.ordinal()], b.values()[by.ordinal()]);
      if (order != 0) {
        return order < 0;
      }
    }
    return a.index() < b.index();
  }

  private static double[] cell(Grid grid, Front.Point point) {
    double[] cell = new double[grid.size()];
    grid.cell(point.values(), cell);
    return cell;
  }

  private static Front front(Grid grid, List<Front.Point> points) {
    Front front = new Front(grid);
    points.forEach(point -> front.add(point.index(), point.values(), true));
    return front;
  }

  private static List<Long> numbers(Front front) {
    return front.points().stream().map(Front.Point::index).toList();
  }

  /** Values with many ties: few clusters, steps of few kinds. */
  private static List<Front.Point> random(int count, long seed) {
    Random random = new Random(seed);
    List<Front.Point> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double gpus = 64 << random.nextInt(4);
      double step = Math.round((1 + 9 * random.nextDouble()) * 20) / 20.0;
      double[] values = new double[Front.VALUES];
      values[Objective.STEP_TIME.ordinal()] = step;
      values[Objective.COST.ordinal()] = step * gpus * (1 + random.nextInt(2));
      values[Objective.GPUS.ordinal()] = gpus;
      values[Objective.ENERGY.ordinal()] = step * gpus * 700;
      values[Objective.HEADROOM.ordinal()] = -Math.round(random.nextDouble() * 10) / 10.0;
      values[Objective.TRAIN_TIME.ordinal()] = step;
      points.add(new Front.Point(i, values));
    }
    return points;
  }
}
