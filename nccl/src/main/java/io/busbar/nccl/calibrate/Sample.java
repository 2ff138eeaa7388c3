package io.busbar.nccl.calibrate;

import io.busbar.formats.measurements.Experiment;
import io.busbar.formats.measurements.Experiment.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * A measured point that a fit tries to meet.
 *
 * @param seconds measured time, above 0
 * @param weight how much its squared error counts, above 0
 */
public record Sample(Experiment experiment, long sizeBytes, double seconds, double weight) {

  /** The points of experiments, every experiment with the same weight, its points evenly. */
  public static List<Sample> of(List<Experiment> experiments) {
    List<Sample> samples = new ArrayList<>();
    for (Experiment experiment : experiments) {
      for (Point point : experiment.points()) {
        double weight = 1.0 / experiment.points().size();
        samples.add(new Sample(experiment, point.sizeBytes(), point.seconds(), weight));
      }
    }
    return samples;
  }
}
