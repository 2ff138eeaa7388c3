package io.busbar.fleet;

import io.busbar.app.fleet.FleetEngine;
import io.busbar.app.fleet.Follow;
import io.busbar.app.fleet.Site;
import io.busbar.fleet.search.SparkSearch;
import io.busbar.fleet.spark.Context;
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
}
