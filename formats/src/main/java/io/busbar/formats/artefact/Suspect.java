package io.busbar.formats.artefact;

/**
 * A kind of line that looks like a fault by its words.
 *
 * @param shape the text with numbers collapsed
 * @param weight 4 for the gravest words, 1 for a warning
 * @param count how often it stands in the file
 * @param exception class of an exception, as a traceback ends with it; else empty text
 * @param at the first of them
 */
public record Suspect(String shape, int weight, long count, String exception, Place at)
    implements Entry {}
