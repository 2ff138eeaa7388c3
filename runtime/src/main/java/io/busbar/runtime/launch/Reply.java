package io.busbar.runtime.launch;

import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param seat of the agent
 * @param text its answer; empty when there is none
 * @param failure why there is none; null when there is one
 */
public record Reply(int seat, String text, @Nullable String failure) {
  static Reply failed(int seat, String reason) {
    return new Reply(seat, "", reason);
  }
}
