/** Simulated time, shared by all markets of a run, UTC milliseconds. */
export class Clock {
  // Starts with a fraction, so that the field is stored as a double and not as an object.
  time = 0.5
}
