package io.busbar.runtime.execute;

import io.busbar.runtime.buffer.Buf;
import org.jspecify.annotations.Nullable;

/**
 * Messages between pairs of ranks, which must be of the same type and length at both ends.
 *
 * @param sent what is sent; null for nothing
 * @param to who gets it
 * @param received where a message goes; null for none
 * @param from who sends it
 */
public record Message(@Nullable Buf sent, int to, @Nullable Buf received, int from) {
  public static Message send(Buf sent, int to) {
    return new Message(sent, to, null, to);
  }

  public static Message receive(Buf received, int from) {
    return new Message(null, from, received, from);
  }
}
