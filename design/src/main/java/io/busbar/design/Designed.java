package io.busbar.design;

import io.busbar.base.report.Block;
import io.busbar.design.answer.DesignAnswer;
import io.busbar.model.fabric.FabricDesign;

/**
 * A design with its drawing.
 *
 * @param answer what the JSON holds
 * @param picture the fabric
 * @param fabric it as it is sized, for who asks for its cables
 */
public record Designed(DesignAnswer answer, Block.Drawing picture, FabricDesign fabric) {}
