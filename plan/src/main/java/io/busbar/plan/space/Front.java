package io.busbar.plan.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The set-ups of each model that no other one of it beats in all objectives, one per cell of a
 * {@link Grid}, and those that are best by one measure. Set-ups of different models are never
 * compared: they do different work. A cell's point is the first of its set-ups by {@link #ORDER},
 * so that fronts of parts merge in any order and grouping to the front of the whole. Not
 * thread-safe.
 */
public final class Front {
  /** Place of the model's number behind the values of the objectives. */
  static final int MODEL = Objective.values().length;

  /** Values of a set-up, its model's number included. */
  static final int VALUES = MODEL + 1;

  /** Between set-ups of one cell: cost, times, energy, headroom, GPUs, then the number. */
  private static final int[] ORDER = {
    Objective.COST.ordinal(),
    Objective.STEP_TIME.ordinal(),
    Objective.TRAIN_TIME.ordinal(),
    Objective.ENERGY.ordinal(),
    Objective.HEADROOM.ordinal(),
    Objective.GPUS.ordinal()
  };

  private final Grid grid;
  private final double[] cell;
  private double[][] cells = new double[64][];
  private double[][] values = new double[64][];
  private long[] indices = new long[64];
  private int size;
  private final SortedMap<Integer, @Nullable Point[]> best = new TreeMap<>();
  private Counts counts = Counts.NONE;

  /**
   * A set-up.
   *
   * @param index its number in the space
   * @param values by {@link Objective#ordinal()}, each to be minimised; the model's number last
   */
  public record Point(long index, double[] values) {
    /** Its value of an objective, headroom as a share. */
    public double value(Objective objective) {
      double value = values[objective.ordinal()];
      return objective == Objective.HEADROOM ? -value : value;
    }
  }

  public Front(Grid grid) {
    this.grid = grid;
    this.cell = new double[grid.size() + 1];
  }

  /** How it tells set-ups apart. */
  public Grid grid() {
    return grid;
  }

  /** How many points it has. */
  public int size() {
    return size;
  }

  public Counts counts() {
    return counts;
  }

  /** Adds to what was looked at. */
  void count(Counts more) {
    counts = counts.plus(more);
  }

  /** The numbers of the models of which some set-up fits. */
  public List<Integer> models() {
    return List.copyOf(best.keySet());
  }

  /** The best set-up of a model by one measure, or null when there is none. */
  public @Nullable Point best(Best by, int model) {
    Point[] of = best.get(model);
    return of == null ? null : of[by.ordinal()];
  }

  private @Nullable Point[] bests(double[] of) {
    return best.computeIfAbsent((int) of[MODEL], model -> new Point[MEASURES.length]);
  }

  /** The points by their numbers. */
  public List<Point> points() {
    List<Point> points = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      points.add(new Point(indices[i], values[i].clone()));
    }
    points.sort(Comparator.comparingLong(Point::index));
    return points;
  }

  /**
   * Takes a set-up into account.
   *
   * @param keeps whether it keeps to what was asked for; others cannot be on the front
   */
  public void add(long index, double[] of, boolean keeps) {
    for (Best by : MEASURES) {
      if (keeps || !by.keeping()) {
        offer(by, index, of);
      }
    }
    if (keeps) {
      insert(index, of);
    }
  }

  private static final Best[] MEASURES = Best.values();

  void offer(Best by, long index, double[] of) {
    Point[] mine = bests(of);
    Point before = mine[by.ordinal()];
    if (before != null) {
      int order = by.compare(of, before.values);
      if (order > 0 || (order == 0 && index >= before.index)) {
        return;
      }
    }
    mine[by.ordinal()] = new Point(index, of.clone());
  }

  private void locate(double[] of) {
    grid.cell(of, cell);
    cell[grid.size()] = of[MODEL];
  }

  void insert(long index, double[] of) {
    locate(of);
    int at = 0;
    while (at < size) {
      int relation = relation(cells[at], cell);
      if (relation == BELOW) {
        toFront(at);
        return;
      }
      if (relation == EQUAL) {
        if (before(of, index, values[at], indices[at])) {
          values[at] = of.clone();
          indices[at] = index;
        }
        return;
      }
      if (relation == ABOVE) {
        remove(at);
      } else {
        at++;
      }
    }
    append(index, of);
  }

  private static final int BELOW = -1;
  private static final int EQUAL = 0;
  private static final int ABOVE = 1;
  private static final int APART = 2;

  /** Where cell a lies seen from cell b. */
  private static int relation(double[] a, double[] b) {
    int last = a.length - 1;
    if (a[last] != b[last]) {
      return APART;
    }
    boolean less = false;
    boolean more = false;
    for (int i = 0; i < last; i++) {
      less |= a[i] < b[i];
      more |= a[i] > b[i];
      if (less && more) {
        return APART;
      }
    }
    return less ? BELOW : more ? ABOVE : EQUAL;
  }

  private static boolean before(double[] a, long indexA, double[] b, long indexB) {
    for (int i : ORDER) {
      int order = Double.compare(a[i], b[i]);
      if (order != 0) {
        return order < 0;
      }
    }
    return indexA < indexB;
  }

  /** Points that beat one set-up often beat the next: they are asked first. */
  private void toFront(int at) {
    int to = at / 2;
    swap(cells, at, to);
    swap(values, at, to);
    long index = indices[at];
    indices[at] = indices[to];
    indices[to] = index;
  }

  private static void swap(double[][] of, int a, int b) {
    double[] kept = of[a];
    of[a] = of[b];
    of[b] = kept;
  }

  private void remove(int at) {
    size--;
    cells[at] = cells[size];
    values[at] = values[size];
    indices[at] = indices[size];
  }

  private void append(long index, double[] of) {
    if (size == indices.length) {
      cells = Arrays.copyOf(cells, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
      indices = Arrays.copyOf(indices, 2 * size);
    }
    cells[size] = cell.clone();
    values[size] = of.clone();
    indices[size] = index;
    size++;
  }

  /**
   * Whether no set-up whose values are at least these can change the front or a measure.
   *
   * @param least lower bounds of all values
   * @param mayKeep whether such a set-up may keep to what was asked for
   */
  boolean rulesOut(double[] least, boolean mayKeep) {
    Point[] mine = bests(least);
    for (Best by : MEASURES) {
      Point before = mine[by.ordinal()];
      boolean counts = mayKeep || !by.keeping();
      if (counts && (before == null || by.compare(least, before.values) <= 0)) {
        return false;
      }
    }
    if (!mayKeep) {
      return true;
    }
    locate(least);
    for (int at = 0; at < size; at++) {
      if (relation(cells[at], cell) == BELOW) {
        toFront(at);
        return true;
      }
    }
    return false;
  }

  /** Takes all of another front of the same grid into this one. */
  public void merge(Front other) {
    for (int i = 0; i < other.size; i++) {
      insert(other.indices[i], other.values[i]);
    }
    for (int model : other.models()) {
      for (Best by : MEASURES) {
        Point point = other.best(by, model);
        if (point != null) {
          offer(by, point.index, point.values);
        }
      }
    }
    count(other.counts);
  }
}
