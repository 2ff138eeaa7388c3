package io.busbar.fleet.diagnose;

/**
 * What a host has that others may have too: a version that its files name.
 *
 * @param name such as {@code NIC firmware}
 */
record TraitRow(String part, String day, String host, String name, String value) {}
