package io.busbar.diagnose.check;

import io.busbar.formats.artefact.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers what checks conclude, one conclusion per code, and what they found in order. */
public final class Conclusions {
  private final Map<String, Conclusion> byCode = new LinkedHashMap<>();
  private final List<Sound> sound = new ArrayList<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  /** Something in order, and the lines that show it. */
  public record Sound(String what, List<Place> evidence) {
    public Sound {
      evidence = List.copyOf(evidence);
    }
  }

  public void add(Conclusion conclusion) {
    Conclusion first = byCode.putIfAbsent(conclusion.code(), conclusion);
    if (first != null) {
      first.join(conclusion);
    }
  }

  /** Something was looked at and is in order. */
  public void healthy(String what, List<Place> evidence) {
    sound.add(new Sound(what, evidence));
  }

  /** Something would help to decide. */
  public void missing(String what, String command) {
    missing.putIfAbsent(what, command);
  }

  public boolean has(String code) {
    return byCode.containsKey(code);
  }

  public Collection<Conclusion> all() {
    return List.copyOf(byCode.values());
  }

  public List<Sound> sound() {
    return List.copyOf(sound);
  }

  public Map<String, String> missing() {
    return Map.copyOf(missing);
  }
}
