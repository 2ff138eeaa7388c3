package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * State of queue pairs, sender's and receiver's end, as arrays by queue pair. A region has one of
 * these for the pairs that start in it, and one for those that end in it of every other region, of
 * which it uses the receivers' ends only.
 */
final class QueuePairs {
  static final int NONE = -1;

  /** Address of who cannot be reached. */
  static final int NOWHERE = Integer.MAX_VALUE;

  /** Nothing to send, or the window is full. */
  static final byte IDLE = 0;

  /** In the list of its port and class. */
  static final byte READY = 1;

  /** Waits for its next sending time; the event is pending. */
  static final byte PACED = 2;

  /** Gave up. */
  static final byte BROKEN = 3;

  int count;

  // Sender's end.
  int[] port = new int[64];
  int[] address = new int[64];
  int[] hash = new int[64];
  byte[] trafficClass = new byte[64];

  /** The region of the receiver. */
  byte[] region = new byte[64];

  /** Packets whose paths were chosen by chance. */
  int[] sprayed = new int[64];

  byte[] state = new byte[64];
  int[] nextReady = new int[64];
  long[] nextSendPs = new long[64];

  /** The next sequence number to send, the first unacknowledged, the first not yet posted. */
  int[] nextSequence = new int[64];

  int[] acknowledged = new int[64];
  int[] posted = new int[64];

  /** The highest sequence number sent, plus 1: below it a packet is sent again. */
  int[] everSent = new int[64];

  long[] progressPs = new long[64];
  byte[] timeouts = new byte[64];
  boolean[] timerPending = new boolean[64];

  // Messages of the queue pair: all, the one being sent, the next to deliver.
  int[] oldest = new int[64];
  int[] newest = new int[64];
  int[] sending = new int[64];
  int[] delivering = new int[64];

  // Receiver's end.
  int[] backPort = new int[64];
  int[] backAddress = new int[64];
  int[] expected = new int[64];
  int[] unacknowledged = new int[64];

  /** With selective recovery: row of bits for what came early, highest of it, what was reported. */
  int[] row = new int[64];

  int[] highest = new int[64];
  int[] reported = new int[64];

  /** Packets that came early and wait for those before them. */
  int[] waiting = new int[64];

  boolean[] gapReported = new boolean[64];
  long[] notifiedPs = new long[64];

  int add(
      int sourcePort,
      int toAddress,
      int flowHash,
      int classOfIt,
      int returnPort,
      int returnAddress) {
    int qp = count++;
    if (count > port.length) {
      grow(port.length * 2);
    }
    port[qp] = sourcePort;
    address[qp] = toAddress;
    trafficClass[qp] = (byte) classOfIt;
    receiver(qp, flowHash, returnPort, returnAddress);
    oldest[qp] = NONE;
    newest[qp] = NONE;
    sending[qp] = NONE;
    return qp;
  }

  /** Room for the receiver's end of a queue pair of another region. */
  void addFar(int qp, int flowHash, int returnPort, int returnAddress) {
    count = Math.max(count, qp + 1);
    while (count > port.length) {
      grow(port.length * 2);
    }
    receiver(qp, flowHash, returnPort, returnAddress);
    newest[qp] = NONE;
  }

  private void receiver(int qp, int flowHash, int returnPort, int returnAddress) {
    hash[qp] = flowHash;
    backPort[qp] = returnPort;
    backAddress[qp] = returnAddress;
    delivering[qp] = NONE;
    row[qp] = NONE;
    highest[qp] = -1;
    notifiedPs[qp] = Long.MIN_VALUE / 2;
  }

  private void grow(int size) {
    port = Arrays.copyOf(port, size);
    address = Arrays.copyOf(address, size);
    hash = Arrays.copyOf(hash, size);
    trafficClass = Arrays.copyOf(trafficClass, size);
    region = Arrays.copyOf(region, size);
    sprayed = Arrays.copyOf(sprayed, size);
    state = Arrays.copyOf(state, size);
    nextReady = Arrays.copyOf(nextReady, size);
    nextSendPs = Arrays.copyOf(nextSendPs, size);
    nextSequence = Arrays.copyOf(nextSequence, size);
    acknowledged = Arrays.copyOf(acknowledged, size);
    posted = Arrays.copyOf(posted, size);
    everSent = Arrays.copyOf(everSent, size);
    progressPs = Arrays.copyOf(progressPs, size);
    timeouts = Arrays.copyOf(timeouts, size);
    timerPending = Arrays.copyOf(timerPending, size);
    oldest = Arrays.copyOf(oldest, size);
    newest = Arrays.copyOf(newest, size);
    sending = Arrays.copyOf(sending, size);
    delivering = Arrays.copyOf(delivering, size);
    backPort = Arrays.copyOf(backPort, size);
    backAddress = Arrays.copyOf(backAddress, size);
    expected = Arrays.copyOf(expected, size);
    unacknowledged = Arrays.copyOf(unacknowledged, size);
    row = Arrays.copyOf(row, size);
    highest = Arrays.copyOf(highest, size);
    reported = Arrays.copyOf(reported, size);
    waiting = Arrays.copyOf(waiting, size);
    gapReported = Arrays.copyOf(gapReported, size);
    notifiedPs = Arrays.copyOf(notifiedPs, size);
  }

  /** Whether there is a way to the receiver and back. */
  boolean reaches(int qp) {
    return address[qp] != NOWHERE && backAddress[qp] != NOWHERE;
  }

  /** Whether there is something to send that the window (in packets) allows. */
  boolean maySend(int qp, int windowPackets) {
    return nextSequence[qp] < posted[qp] && nextSequence[qp] - acknowledged[qp] < windowPackets;
  }
}
