package io.busbar.simulate.path;

/** Paths together with the link directions that they cross, for engines that share links. */
public interface LinkPathFinder extends PathFinder {
  /** Link directions of the path found last. */
  int[] ports();

  /** Parts of the bytes, beside {@link #ports()}. */
  double[] parts();

  /** How many entries of {@link #ports()} count. */
  int count();

  /** Whether the path found last stays inside a scale-up domain. */
  boolean scaleUp();

  /** What a link direction carries of the simulated traffic. */
  double bytesPerSecond(int port);

  /** Link directions of the fabric. */
  int portCount();
}
