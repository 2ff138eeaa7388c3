package io.busbar.collective.verify;

/** Where a message is while the step that received it waits to send it on. */
public enum Hold {
  /**
   * In the receiver's hand: its slot is free. A step then blocks no more than its parts would one
   * after the other, and one slot per connection is enough.
   */
  HAND,
  /** Still in its slot, as in a step that reads one slot and writes another. Takes two slots. */
  SLOT
}
