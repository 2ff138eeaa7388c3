package io.busbar.runtime.launch;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Where an agent serves.
 *
 * @param at where the process listens that leads
 * @param token secret of the run
 * @param seat of this agent, from 0
 * @param host name that this host gives itself
 * @param patience how long it tries to connect
 */
public record AgentPlace(
    InetSocketAddress at, String token, int seat, String host, Duration patience) {}
