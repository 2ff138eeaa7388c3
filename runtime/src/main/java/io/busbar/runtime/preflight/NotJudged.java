package io.busbar.runtime.preflight;

import org.jspecify.annotations.Nullable;

/**
 * Something that looks odd and proves nothing, because a host was too busy to be measured or the
 * network dropped only what was more than it carries.
 *
 * @param code of the outlier that it would be
 * @param host whose it is; of a pair the one that sends; empty for all hosts together
 * @param peer the other of a pair; null otherwise
 * @param reason why it is not judged, as a sentence
 */
public record NotJudged(String code, String host, @Nullable String peer, String reason) {}
