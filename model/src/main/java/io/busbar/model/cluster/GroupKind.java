package io.busbar.model.cluster;

/** The communicators of a training layout. */
public enum GroupKind {
  /** Tensor-parallel ranks. */
  TP,
  /** Context-parallel ranks. */
  CP,
  /** Ranks that exchange tokens between experts. */
  EP,
  /** Ranks that split each expert. */
  ETP,
  /** A pipeline stage and the next one. */
  PP,
  /** Data-parallel replicas of one rank. */
  DP,
  /** Ranks that share the states of one part of the model: dp·cp, or the shard group of HSDP. */
  SHARD,
  /** Shard groups that hold the same part (HSDP); a single rank without HSDP. */
  REPLICA,
  /** Ranks that hold the same expert part. */
  EXPERT_DP
}
