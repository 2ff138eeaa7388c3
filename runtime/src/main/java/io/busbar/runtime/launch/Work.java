package io.busbar.runtime.launch;

/**
 * What an agent can do. One is made for the first request of its name; it may keep things until the
 * next one, and is closed with the conversation, then by another thread.
 */
public interface Work extends AutoCloseable {
  /**
   * Does what is asked.
   *
   * @param request one text; what it means is between the work and who asks
   * @return the answer
   * @throws Exception whose message is told to who asked
   */
  String perform(String request, Room room) throws Exception;

  @Override
  default void close() {}
}
