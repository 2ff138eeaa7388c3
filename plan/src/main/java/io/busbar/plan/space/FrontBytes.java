package io.busbar.plan.space;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** A front as bytes, exact to the last bit, for another process that goes on with it. Stateless. */
public final class FrontBytes {
  private static final Best[] MEASURES = Best.values();

  private FrontBytes() {}

  /** Writes all of a front but its grid, which the search has. */
  public static void write(Front front, DataOutput to) throws IOException {
    List<Front.Point> points = front.points();
    to.writeInt(points.size());
    for (Front.Point point : points) {
      write(point, to);
    }
    to.writeInt(front.models().size());
    for (int model : front.models()) {
      for (Best by : MEASURES) {
        Front.Point best = front.best(by, model);
        to.writeBoolean(best != null);
        if (best != null) {
          write(best, to);
        }
      }
    }
    Counts counts = front.counts();
    to.writeLong(counts.candidates());
    to.writeLong(counts.valid());
    to.writeLong(counts.fitting());
    to.writeLong(counts.priced());
  }

  private static void write(Front.Point point, DataOutput to) throws IOException {
    to.writeLong(point.index());
    for (double value : point.values()) {
      to.writeDouble(value);
    }
  }

  /**
   * Adds a written front to one of the same grid.
   *
   * @throws IOException when it is cut
   */
  public static void readInto(Front front, DataInput from) throws IOException {
    int points = from.readInt();
    for (int i = 0; i < points; i++) {
      Front.Point point = point(from);
      front.insert(point.index(), point.values());
    }
    int models = from.readInt();
    for (int i = 0; i < models; i++) {
      for (Best by : MEASURES) {
        if (from.readBoolean()) {
          Front.Point best = point(from);
          front.offer(by, best.index(), best.values());
        }
      }
    }
    front.count(new Counts(from.readLong(), from.readLong(), from.readLong(), from.readLong()));
  }

  private static Front.Point point(DataInput from) throws IOException {
    long index = from.readLong();
    double[] values = new double[Front.VALUES];
    for (int i = 0; i < values.length; i++) {
      values[i] = from.readDouble();
    }
    return new Front.Point(index, values);
  }
}
