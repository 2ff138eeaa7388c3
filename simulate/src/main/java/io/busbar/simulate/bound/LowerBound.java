package io.busbar.simulate.bound;

/**
 * The least time that an operation can take on a fabric, and what sets it.
 *
 * @param seconds bytes over rate, and the latency
 * @param part the kind of part whose edge is the narrowest
 * @param endpoint an endpoint in that part
 * @param bytes that must cross its edge in one direction
 * @param bytesPerSecond of all links over that edge, in that direction
 * @param latencySeconds of the shortest path that there is between two ranks' endpoints
 * @param outwards whether the direction is out of the part
 */
public record LowerBound(
    double seconds,
    Part part,
    int endpoint,
    double bytes,
    double bytesPerSecond,
    double latencySeconds,
    boolean outwards) {}
