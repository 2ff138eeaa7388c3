/**
 * The workbench's local server: guards, sessions with dropped files, routes, the page's files. It
 * knows HTTP and nothing of the questions: these come from a {@link io.busbar.app.serve.Workbench},
 * and answers are shown by the renderers of reports.
 */
@NullMarked
package io.busbar.app.serve;

import org.jspecify.annotations.NullMarked;
