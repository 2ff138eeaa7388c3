package io.busbar.model.cluster;

import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Shape;

/** The section of a cluster file with constants of its training steps, one key each. Stateless. */
final class StepsShape {
  private static final ConstantValues<MachineConstant> VALUES =
      new ConstantValues<>(MachineConstant.class);

  static final Shape SHAPE =
      VALUES.shape(
          "What training steps achieve on this machine, from 'busbar calibrate --steps'; the rest"
              + " is as usual.");

  private StepsShape() {}

  /** The constants that were written and could be read. */
  static MachineConstants bind(Fields fields) {
    return new MachineConstants(VALUES.read(fields));
  }
}
