package io.busbar.fleet;

import io.busbar.app.fleet.DiagnoseAsk;
import io.busbar.app.fleet.FleetEngine;
import io.busbar.app.fleet.Follow;
import io.busbar.app.fleet.Site;
import io.busbar.app.fleet.SweepAsk;
import io.busbar.base.report.Report;
import io.busbar.fleet.diagnose.SparkDiagnose;
import io.busbar.fleet.search.SparkSearch;
import io.busbar.fleet.spark.Context;
import io.busbar.fleet.sweep.SparkSweep;
import io.busbar.formats.tree.Tree;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.SpaceSearch;

/** Apache Spark as the engine of {@code busbar fleet}. Stateless; one call at a time. */
public final class SparkEngine implements FleetEngine {
  @Override
  public SpaceSearch.Found search(
      Site site, SearchFile search, Tree asked, String work, Follow follow) {
    try (Context context = Context.start(site, "search")) {
      return SparkSearch.run(context, search, asked, work, follow);
    }
  }

  @Override
  public Report diagnose(Site site, DiagnoseAsk ask, Follow follow) {
    try (Context context = Context.start(site, "diagnose")) {
      return SparkDiagnose.run(context, ask, follow);
    }
  }

  @Override
  public Report sweep(Site site, SweepAsk ask, Follow follow) {
    try (Context context = Context.start(site, "sweep")) {
      return SparkSweep.run(context, ask, follow);
    }
  }
}
