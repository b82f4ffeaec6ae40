/** A clock that moves that much more, or less, than time has passed was set. */
const SET_BY_MS = 1_000
/** Between the moment that something is stated for and that of the look. */
const SAME_MS = 20

/** Milliseconds by the clock, and by one that nobody sets. */
export interface ClockTimes {
  readonly clock: number
  readonly steady: number
}

/** How long ago something was, by the clock only until it is seen first: a clock that is set makes nothing older. */
export class SteadyAges {
  #last: ClockTimes | null = null
  #setBy = 0
  #known = new Map<string, { readonly since: number; readonly steadySince: number }>()
  #before = this.#known

  /** Begins a look; what is not asked for in it is forgotten with the next. */
  look(now: ClockTimes): void {
    const setBy = this.#last === null ? 0 : now.clock - this.#last.clock - (now.steady - this.#last.steady)
    this.#setBy = Math.abs(setBy) > SET_BY_MS ? setBy : 0
    this.#last = now
    this.#before = this.#known
    this.#known = new Map()
  }

  /** Of what has been since that time by the clock. */
  ageOf(key: string, since: number): number {
    const { clock, steady } = this.#last ?? { clock: since, steady: 0 }
    const before = this.#before.get(key)
    const isSame = before !== undefined && Math.abs(before.since - since) < SAME_MS
    const age = Math.max(0, clock - since - Math.max(0, this.#setBy))
    const known = isSame ? before : { since, steadySince: steady - age }
    this.#known.set(key, known)
    return steady - known.steadySince
  }
}
