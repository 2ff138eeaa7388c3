package io.busbar.formats.qos;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.List;
import java.util.Map;

/**
 * Quality of service of an Ethernet port.
 *
 * @param trust {@code dscp} or {@code pcp}; empty when it was not printed
 * @param priorityOf priority by DSCP, where the mapping was printed
 * @param pfc per priority whether flow control is on; empty when it was not printed
 * @param places lines: {@code trust}, {@code pfc}, and {@code prioN} of the mapping
 */
public record QosState(
    String trust,
    Map<Integer, Integer> priorityOf,
    List<Boolean> pfc,
    Map<String, Place> places,
    Place at)
    implements Entry {
  public QosState {
    priorityOf = Map.copyOf(priorityOf);
    pfc = List.copyOf(pfc);
    places = Map.copyOf(places);
  }
}
