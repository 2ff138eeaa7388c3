package io.busbar.nccl.time;

/**
 * Where eight of ten measurements of like systems lie.
 *
 * @param p10Seconds a tenth is faster
 * @param p90Seconds a tenth is slower
 */
public record Band(double p10Seconds, double p90Seconds) {}
