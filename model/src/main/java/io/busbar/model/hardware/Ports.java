package io.busbar.model.hardware;

/**
 * A way to run a switch: so many ports of one rate.
 *
 * @param count ports
 * @param bytesPerSecond rate of one port, one direction
 */
public record Ports(int count, double bytesPerSecond) {}
