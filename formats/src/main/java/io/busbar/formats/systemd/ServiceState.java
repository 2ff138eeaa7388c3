package io.busbar.formats.systemd;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * What systemctl says of a service.
 *
 * @param name without {@code .service}
 * @param state {@code active}, {@code inactive}, {@code failed}, {@code activating}
 * @param enabled whether it starts at boot; false as well when that was not printed
 */
public record ServiceState(String name, String state, boolean enabled, Place at) implements Entry {
  public boolean running() {
    return state.equals("active");
  }
}
