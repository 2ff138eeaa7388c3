package io.busbar.formats.artefact;

/**
 * A text that is known by its form alone: no reader knew a line of it.
 *
 * @param at its first line
 */
public record PlainText(Place at) implements Entry {}
