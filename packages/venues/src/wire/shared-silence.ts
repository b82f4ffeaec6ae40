import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VenueClock } from '../ports/venue-clock.ts'

/** No venue bans an address for longer: what a file says beyond was written by a wrong clock. */
const MAX_MS = 3 * 86_400_000

/**
 * Until when an address may be sent nothing. With a folder, all processes of one machine share it, and it outlives them: a
 * venue bans the machine, and bans it for longer if any of them goes on.
 */
export class SharedSilence {
  readonly #clock: VenueClock
  readonly #file: string | null
  readonly #folder: string | null
  #own = 0

  constructor(clock: VenueClock, url: string, sharedDir: string | null) {
    this.#clock = clock
    this.#folder = sharedDir && join(sharedDir, '.silence')
    this.#file = this.#folder && join(this.#folder, encodeURIComponent(new URL(url).host))
  }

  /** UTC milliseconds; null while requests are allowed. */
  get until(): number | null {
    const now = this.#clock.now()
    const until = Math.max(this.#own, this.#read(now))
    return now < until ? until : null
  }

  extend(until: number): void {
    const now = this.#clock.now()
    if (until <= Math.max(now, this.#own, this.#read(now))) return
    this.#own = until
    if (this.#folder === null || this.#file === null) return
    const draft = `${this.#file}.${process.pid}`
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(draft, String(until), { mode: 0o600 })
      renameSync(draft, this.#file)
    } catch {
      // A disk that takes nothing keeps nobody from being silent here.
    }
  }

  #read(now: number): number {
    if (this.#file === null) return 0
    try {
      const until = Number(readFileSync(this.#file, 'utf8'))
      return until > 0 && until <= now + MAX_MS ? until : 0
    } catch {
      return 0
    }
  }
}
