/**
 * Commands about collectives and their settings: {@code collective}, {@code nccl}, {@code tune},
 * {@code calibrate} and {@code algo}.
 */
@NullMarked
package io.busbar.app.command.nccl;

import org.jspecify.annotations.NullMarked;
