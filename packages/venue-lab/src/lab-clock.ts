interface Timer {
  readonly time: number
  readonly run: () => void
}

/** Real milliseconds between two steps of a running clock. */
const STEP_MS = 5

/**
 * The time of a stand-in. It stands still until it is advanced or set running; what is due happens in order. Clients under
 * test may use the same clock.
 */
export class LabClock {
  #now: number
  #seed = 1
  /** Sorted by time, and by age within one time. */
  readonly #timers: Timer[] = []
  #running: NodeJS.Timeout | null = null

  constructor(now: number) {
    this.#now = now
  }

  /** UTC milliseconds. */
  now(): number {
    return this.#now
  }

  /** Calls `run` once at a time. Returns how to cancel it. */
  at(time: number, run: () => void): () => void {
    const timer = { time: Math.max(time, this.#now), run }
    const place = this.#timers.findLastIndex((other) => other.time <= timer.time)
    this.#timers.splice(place + 1, 0, timer)
    return () => {
      const at = this.#timers.indexOf(timer)
      if (at >= 0) this.#timers.splice(at, 1)
    }
  }

  every(ms: number, run: () => void): () => void {
    let cancel = (): void => {}
    const schedule = (): void => {
      cancel = this.at(this.#now + ms, () => {
        schedule()
        run()
      })
    }
    schedule()
    return () => cancel()
  }

  /** Uniform in [0, 1), the same numbers each time. */
  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed / 2_147_483_647
  }

  /** Runs everything that is due up to a time, in order. */
  advanceTo(time: number): void {
    for (;;) {
      const next = this.#timers[0]
      if (next === undefined || next.time > time) break
      this.#timers.shift()
      this.#now = next.time
      next.run()
    }
    this.#now = Math.max(this.#now, time)
  }

  /** Lets time pass on its own: 1 is real time, 60 a minute a second. */
  run(speed: number): void {
    this.pause()
    const [began, from] = [performance.now(), this.#now]
    this.#running = setInterval(() => this.advanceTo(Math.floor(from + (performance.now() - began) * speed)), STEP_MS)
    this.#running.unref()
  }

  pause(): void {
    if (this.#running !== null) clearInterval(this.#running)
    this.#running = null
  }
}
