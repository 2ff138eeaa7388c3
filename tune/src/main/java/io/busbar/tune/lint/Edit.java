package io.busbar.tune.lint;

import io.busbar.formats.env.Span;

/**
 * A change of a text.
 *
 * @param span what is replaced
 * @param text what stands there afterwards; for a comment-out the reason
 * @param comment whether {@code span} becomes a comment instead of being replaced
 */
public record Edit(Span span, String text, boolean comment) {}
