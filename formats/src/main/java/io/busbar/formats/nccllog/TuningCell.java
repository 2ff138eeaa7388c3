package io.busbar.formats.nccllog;

/**
 * A cell of the tuning table.
 *
 * @param algorithm as printed: {@code CollNetDirect}
 * @param protocol as printed: {@code LL128}
 * @param latencyUs microseconds, one digit behind the point
 * @param gigabytesPerSecond GB/s (10^9), one digit behind the point; 0 when not available
 */
public record TuningCell(
    String algorithm, String protocol, double latencyUs, double gigabytesPerSecond) {}
