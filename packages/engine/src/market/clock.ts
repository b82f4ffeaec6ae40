/** Simulated time, shared by all markets of a run, UTC milliseconds. */
export class Clock {
  // Starts as a fraction, so that the field is a number in memory and not an object.
  time = 0.5
}
