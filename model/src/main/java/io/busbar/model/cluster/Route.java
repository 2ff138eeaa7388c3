package io.busbar.model.cluster;

/**
 * The way from one GPU to another.
 *
 * @param level how far they are apart
 * @param links links of the {@link FabricGraph} in the order in which they are crossed; none inside
 *     a domain or a host
 * @param relayed whether a GPU of the same host passes the message on, because its NIC sits on the
 *     other's rail (NCCL's PXN)
 */
public record Route(Level level, int[] links, boolean relayed) {}
