package io.busbar.model.fact;

/** The shelves of the catalogue; the folder of each is its singular in lower case. */
public enum Kind {
  GPU("gpu", "gpus"),
  NODE("node", "nodes"),
  NIC("nic", "nics"),
  SWITCH("switch", "switches"),
  OPTIC("optic", "optics"),
  PRICE("price", "prices"),
  MODEL("model", "models");

  private final String folder;
  private final String plural;

  Kind(String folder, String plural) {
    this.folder = folder;
    this.plural = plural;
  }

  /** Folder below {@code catalog/} and singular on the command line. */
  public String folder() {
    return folder;
  }

  /** Plural on the command line. */
  public String plural() {
    return plural;
  }
}
