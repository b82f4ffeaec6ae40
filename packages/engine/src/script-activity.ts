/**
 * Counts what a script does besides reading. While the count stays the same during a handler, only prices and time have
 * changed since the last one.
 */
export class ScriptActivity {
  count = 0
}
