package io.busbar.runtime.launch;

import io.busbar.base.problem.Position;

/**
 * A line of a hosts file.
 *
 * @param name as ssh or a launcher knows it
 * @param address under which the other hosts reach it; the name by default
 * @param slots how many ranks run on it
 * @param at where it was read
 */
public record Host(String name, String address, int slots, Position at) {}
