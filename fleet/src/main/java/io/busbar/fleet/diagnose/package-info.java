/**
 * The diagnosis of many parts: what is new is read and kept, every part that changed is concluded
 * anew, and what all parts say is laid side by side.
 */
@NullMarked
package io.busbar.fleet.diagnose;

import org.jspecify.annotations.NullMarked;
