package io.busbar.model.workload;

/**
 * Reads the configuration of one family of models ({@code model_type}). Stateless. A new family is
 * one entry in {@link Families}, made of the parts that exist or of a class of its own.
 */
interface Family {
  /**
   * Reads everything the family needs; what is wrong or absent is left in {@code config}, and the
   * result is then of no use.
   */
  Assembly read(ConfigFields config);
}
