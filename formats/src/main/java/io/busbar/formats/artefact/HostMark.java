package io.busbar.formats.artefact;

/** From this line on a file is about this host, without its domain. */
public record HostMark(String host, Place at) implements Entry {}
