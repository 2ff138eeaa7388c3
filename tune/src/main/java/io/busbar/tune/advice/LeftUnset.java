package io.busbar.tune.advice;

/**
 * A popular variable that is left unset on purpose.
 *
 * @param name the variable
 * @param why the reason
 * @param tried a value that is often seen; empty for none
 * @param effect what the model predicts for that value; empty for none
 * @param evidence where the reason is known from
 */
public record LeftUnset(String name, String why, String tried, String effect, String evidence) {}
