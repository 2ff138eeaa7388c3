package io.busbar.app.command.plan;

import io.busbar.app.step.Times;
import io.busbar.design.cost.Ownership;
import io.busbar.design.input.Assumptions;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.SearchFile;

/** The search that a document asks for, with NCCL's times and the usual prices. Stateless. */
public final class Searches {
  private Searches() {}

  /**
   * Reads a search: here, and again wherever a part of it is looked through.
   *
   * @param asked the document, options already above it
   * @throws io.busbar.base.problem.InputException with every problem found
   */
  public static SearchFile of(Tree asked) {
    return SearchFile.of(asked, new Times(), Ownership.pricelist(Assumptions.standard()));
  }
}
