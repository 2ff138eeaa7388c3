package io.busbar.formats.msccl;

/**
 * A step of a thread block.
 *
 * @param type {@code s}, {@code r}, {@code rcs}, {@code rrs}, {@code rrc}, {@code rrcs}, {@code
 *     cpy}, {@code re} or {@code nop}
 * @param sourceBuffer {@code i}, {@code o} or {@code s}
 * @param sourceOffset first chunk that is read
 * @param targetBuffer as the source's
 * @param targetOffset first chunk that is written
 * @param count chunks in a row
 * @param waitBlock block of the same GPU that comes first; −1 for none
 * @param waitStep its step
 * @param line of the file; 0 for none
 */
public record MscclStep(
    String type,
    char sourceBuffer,
    int sourceOffset,
    char targetBuffer,
    int targetOffset,
    int count,
    int waitBlock,
    int waitStep,
    int line) {}
