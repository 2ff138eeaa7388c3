package io.busbar.model.cluster;

import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Shape;

/** The section of a cluster file with its own system constants, one key each. Stateless. */
final class CollectivesShape {
  private static final ConstantValues<SystemConstant> VALUES =
      new ConstantValues<>(SystemConstant.class);

  static final Shape SHAPE =
      VALUES.shape(
          "What collectives achieve on this system, from 'busbar calibrate'; the rest is as usual.");

  private CollectivesShape() {}

  /** The constants that were written and could be read. */
  static SystemConstants bind(Fields fields) {
    return new SystemConstants(VALUES.read(fields));
  }
}
