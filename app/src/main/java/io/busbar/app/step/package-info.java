/**
 * Joins the planner with the engines: a planned step as a program to play, and steps of users to
 * read.
 */
@NullMarked
package io.busbar.app.step;

import org.jspecify.annotations.NullMarked;
