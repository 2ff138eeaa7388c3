package io.busbar.simulate.packet;

/**
 * What bounds the bytes a sender has under way: a window that signals of the network move, or
 * credits of the receiver. Every packet is acknowledged; an acknowledgement carries what the data
 * packet saw.
 */
public sealed interface WindowSettings
    permits HpccSettings, SwiftSettings, NsccSettings, CreditSettings {}
