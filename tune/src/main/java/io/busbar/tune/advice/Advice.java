package io.busbar.tune.advice;

/**
 * A variable that is worth setting.
 *
 * @param name the variable
 * @param value what to set it to
 * @param why the reason on this cluster
 * @param effect what the model predicts with and without it, or what breaks without it
 * @param speed whether the effect is one of speed
 * @param evidence where the reason is known from
 * @param verify log line or command that shows it
 */
public record Advice(
    String name,
    String value,
    String why,
    String effect,
    boolean speed,
    String evidence,
    String verify) {

  /** {@code NAME=VALUE}. */
  public String assignment() {
    return name + "=" + value;
  }
}
