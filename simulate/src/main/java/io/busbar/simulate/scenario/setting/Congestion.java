package io.busbar.simulate.scenario.setting;

import io.busbar.simulate.packet.MarkingSettings;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.packet.RateSettings;
import io.busbar.simulate.packet.TableSettings;
import io.busbar.simulate.play.PlayOptions;

/** What keeps senders from overrunning the network. */
public enum Congestion {
  /** Ethernet with pause frames and nothing else. */
  NONE(false),
  /** The same with marks, and DCQCN as ConnectX ships it. */
  DCQCN(false),
  /** Pause frames, and NCCL's clear-to-send: a sender needs a free slot at its receiver. */
  CTS(true),
  /** DCQCN and clear-to-send. */
  DCQCN_CTS(true),
  /** InfiniBand: credits for each lane, no rate control. */
  IB(false),
  /** InfiniBand with its congestion control: marks, reports, a table of delays. */
  IB_CC(false),
  /** Pause frames, and HPCC: telemetry of each hop keeps links a little below full. */
  HPCC(false),
  /** Pause frames, and Swift: round trips are kept at a target. */
  SWIFT(false),
  /** Pause frames, marks, and Ultra Ethernet's control by senders; packets are sprayed. */
  NSCC(false),
  /** Pause frames, and Ultra Ethernet's credits of receivers; packets are sprayed. */
  RCCC(false);

  private final boolean clearToSend;

  Congestion(boolean clearToSend) {
    this.clearToSend = clearToSend;
  }

  public boolean clearToSend() {
    return clearToSend;
  }

  public boolean infiniBand() {
    return this == IB || this == IB_CC;
  }

  /** Whether its transport sends each packet its own path by default. */
  public boolean sprays() {
    return this == NSCC || this == RCCC;
  }

  public boolean dcqcn() {
    return this == DCQCN || this == DCQCN_CTS;
  }

  public PlayOptions playOptions() {
    return clearToSend ? PlayOptions.NCCL : PlayOptions.IDEAL;
  }

  /** What of it engines without queues can play. */
  Congestion withoutQueues() {
    return clearToSend ? CTS : NONE;
  }

  /** What packets do under it, its parameters as published. */
  public PacketSettings packetSettings() {
    return switch (this) {
      case NONE, CTS -> PacketSettings.roce().with(RateSettings.OFF).with(MarkingSettings.OFF);
      case DCQCN, DCQCN_CTS -> PacketSettings.roce();
      case IB -> PacketSettings.infiniBand();
      case IB_CC ->
          PacketSettings.infiniBand().with(MarkingSettings.THRESHOLD).with(TableSettings.CHOSEN);
      case HPCC, SWIFT, NSCC, RCCC -> Controls.PUBLISHED.settings(this);
    };
  }
}
