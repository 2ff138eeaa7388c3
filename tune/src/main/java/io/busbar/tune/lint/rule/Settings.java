package io.busbar.tune.lint.rule;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one process, container or command of a file has set: the file's own settings with those of
 * the scope above them; of two with one name the last counts. Immutable.
 *
 * @param scope process, container or command; empty for the file as a whole
 * @param node host; empty when unknown
 * @param effective by name
 */
public record Settings(String scope, String node, Map<String, Setting> effective) {
  public Settings {
    effective = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(effective));
  }

  public static Settings of(String scope, List<Setting> file, List<Setting> own) {
    Map<String, Setting> all = new LinkedHashMap<>();
    String node = "";
    for (Collection<Setting> part : List.of(file, own)) {
      for (Setting setting : part) {
        all.put(setting.name(), setting);
        node = setting.assignment().node().isEmpty() ? node : setting.assignment().node();
      }
    }
    return new Settings(scope, node, all);
  }

  /** The setting of a variable whose value is known. */
  public Optional<Setting> get(String name) {
    return Optional.ofNullable(effective.get(name)).filter(Setting::known);
  }

  /** Whether NCCL takes the variable's value for this number. */
  public boolean has(String name, long number) {
    return get(name).filter(s -> s.is(name, number)).isPresent();
  }
}
