package io.busbar.fleet.diagnose;

import io.busbar.fleet.diagnose.FindingRow.Proof;
import io.busbar.fleet.diagnose.FindingRow.Thing;

/**
 * A figure of a thing, to be set beside that of its peers.
 *
 * @param name as {@link PeerRule#name} calls it
 * @param what has it; of a test of several hosts these, with commas between, as the host
 * @param peers what things have in common that can be compared: names of the same text
 * @param value as the rule says
 */
record FigureRow(
    String part,
    String job,
    String day,
    String daySource,
    String name,
    Thing what,
    String peers,
    double value,
    Proof proof) {}
