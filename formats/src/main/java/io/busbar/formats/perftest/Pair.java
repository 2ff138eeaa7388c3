package io.busbar.formats.perftest;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A test of two nodes, or of one.
 *
 * @param b empty when the test had one node
 * @param bandwidth in whatever unit all lines share
 */
public record Pair(String a, String b, double bandwidth, Place at) implements Entry {}
