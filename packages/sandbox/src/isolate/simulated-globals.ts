/** Returns the simulated time in UTC milliseconds. */
export type Clock = () => number

/** mulberry32: small, fast and good enough for scripts; the same seed always gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A `Date` that only knows the simulated time. Dates created from arguments are unchanged. */
export function simulatedDate(clock: Clock): DateConstructor {
  const Real = Date
  function SimulatedDate(...parts: unknown[]): unknown {
    if (new.target === undefined) return new Real(clock()).toString()
    return Reflect.construct(Real, parts.length === 0 ? [clock()] : parts, new.target)
  }
  SimulatedDate.prototype = Real.prototype
  Object.defineProperty(SimulatedDate, 'name', { value: 'Date' })
  Object.defineProperty(SimulatedDate, 'length', { value: 7 })
  for (const [name, value] of Object.entries({ now: () => clock(), UTC: Real.UTC, parse: Real.parse })) {
    Object.defineProperty(SimulatedDate, name, { value, writable: true, configurable: true })
  }
  Object.defineProperty(Real.prototype, 'constructor', { value: SimulatedDate, writable: true, configurable: true })
  return SimulatedDate as unknown as DateConstructor
}
