package io.busbar.app.fleet;

import io.busbar.base.report.Report;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SpaceSearch;

/**
 * Spreads work over the cores of one machine or of many. Found by {@link java.util.ServiceLoader}.
 */
public interface FleetEngine {
  /**
   * The front of a whole space, or of what was looked at when it was stopped.
   *
   * @param search what is looked through
   * @param asked the document that it was read from, for those who work
   * @param work folder in which finished parts are kept, so that the next run goes on; empty for
   *     none
   */
  SpaceSearch.Found search(Site site, SearchFile search, Tree asked, String work, Follow follow);

  /** Diagnoses what is new below some folders, and says how the fleet is. */
  Report diagnose(Site site, DiagnoseAsk ask, Follow follow);

  /** Makes the calls that were not made yet, and says what all gave. */
  Report sweep(Site site, SweepAsk ask, Follow follow);
}
