package io.busbar.model.training;

/** The axes along which ranks are split; an order of them places ranks on GPUs. */
public enum GroupAxis {
  TP,
  CP,
  EP,
  PP,
  DP
}
