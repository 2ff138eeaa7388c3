package io.busbar.tune.advice;

/**
 * What a rented machine comes with.
 *
 * @param topologyFile path of NCCL's topology file in its images; empty for none
 * @param script command that sets the variables of its network plugin; empty for none
 * @param note what to know
 * @param source where that is known from
 */
record Operator(String topologyFile, String script, String note, String source) {}
