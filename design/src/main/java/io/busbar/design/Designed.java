package io.busbar.design;

import io.busbar.base.report.Block;
import io.busbar.design.answer.DesignAnswer;

/**
 * A design with its drawing.
 *
 * @param answer what the JSON holds
 * @param picture the fabric
 */
public record Designed(DesignAnswer answer, Block.Drawing picture) {}
