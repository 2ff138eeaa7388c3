package io.busbar.nccl.choice;

/**
 * Why a combination is not available.
 *
 * @param rule id of the rule
 * @param why one sentence with the figures of the communicator
 * @param verify command or log line that shows it on the machine
 * @param source where the rule was read
 */
public record Exclusion(String rule, String why, String verify, String source) {}
