package io.busbar.model.fact;

/**
 * Where figures were read.
 *
 * @param id how files of the catalogue refer to it
 * @param title what it is
 * @param address where it is found; empty when it has no stable address
 * @param note how it was read, and what to know about it; empty for nothing
 */
public record Source(String id, String title, String address, String note) {

  /** Title and address as one line. */
  public String line() {
    return address.isEmpty() ? title : title + ", " + address;
  }
}
