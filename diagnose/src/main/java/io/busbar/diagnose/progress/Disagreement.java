package io.busbar.diagnose.progress;

import io.busbar.formats.artefact.Place;

/**
 * Two ranks of a group issued different things under one number.
 *
 * @param usual what the first rank that was read issued
 * @param other what another one issued
 */
public record Disagreement(
    long sequence,
    int usualRank,
    String usual,
    int otherRank,
    String other,
    Place usualAt,
    Place otherAt) {}
