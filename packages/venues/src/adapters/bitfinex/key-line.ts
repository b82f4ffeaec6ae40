import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { VenueClock } from '../../ports/venue-clock.ts'

export interface KeyOwner {
  readonly clock: VenueClock
  readonly key: string
  /** Where processes share what they have used; null if there are no others. */
  readonly sharedDir?: string | null
}

/** Somebody who is not answered for that long keeps the others waiting no longer. */
const TURN_MS = 2_000
const MICROSECONDS = 1_000
const FIRST_LEAP = 1_000_000
const YEAR = 365 * 86_400 * 1_000_000
const LINES = new WeakMap<VenueClock, Map<string, KeyLine>>()

/** The one line of everybody here who uses a key. */
export function lineOf({ clock, key, sharedDir = null }: KeyOwner): KeyLine {
  const lines = LINES.get(clock) ?? new Map<string, KeyLine>()
  LINES.set(clock, lines)
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32)
  const file = sharedDir === null ? null : join(sharedDir, '.nonces', name)
  const line = lines.get(file ?? name) ?? new KeyLine(clock, file)
  lines.set(file ?? name, line)
  return line
}

/**
 * The venue takes a nonce only if it is larger than all before it of its key, and answers nothing that comes out of turn. So requests
 * of a key go out one after the other, and the last nonce is written down: neither a restart nor a clock that was set back
 * leads to one that was used. Nonces follow the time, so a file that was restored from a backup is behind it.
 */
export class KeyLine {
  readonly #clock: VenueClock
  readonly #file: string | null
  readonly #urgent: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #last = 0
  #leap = FIRST_LEAP
  #isTaken = false

  constructor(clock: VenueClock, file: string | null) {
    this.#clock = clock
    this.#file = file
  }

  /** Sends something when it is its turn. What is urgent goes before all that waits. */
  async send<Answer>(isUrgent: boolean, work: (nonce: string) => Promise<Answer>): Promise<Answer> {
    await this.#turn(isUrgent)
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      cancel()
      this.#next()
    }
    const cancel = this.#clock.at(this.#clock.now() + TURN_MS, end)
    try {
      return await work(this.#nonce())
    } finally {
      end()
    }
  }

  /** The venue knows a larger one: of a process elsewhere, or of a time at which the clock was ahead. */
  raise(): void {
    this.#last = Math.max(this.#last, this.#stored(), this.#clock.now() * MICROSECONDS) + this.#leap
    this.#leap = Math.min(this.#leap * 60, YEAR)
  }

  #nonce(): string {
    this.#last = Math.max(this.#clock.now() * MICROSECONDS, this.#last + 1, this.#stored() + 1)
    this.#store()
    return String(this.#last)
  }

  #turn(isUrgent: boolean): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return Promise.resolve()
    }
    return new Promise((resolve) => (isUrgent ? this.#urgent : this.#others).push(resolve))
  }

  #next(): void {
    const next = this.#urgent.shift() ?? this.#others.shift()
    if (next) next()
    else this.#isTaken = false
  }

  #stored(): number {
    if (this.#file === null) return 0
    try {
      const last = Number(readFileSync(this.#file, 'utf8'))
      // What is written there beyond was written by a wrong clock, or by nobody.
      return last > 0 && last <= this.#clock.now() * MICROSECONDS + 2 * YEAR ? last : 0
    } catch {
      return 0
    }
  }

  #store(): void {
    if (this.#file === null) return
    const draft = `${this.#file}.${process.pid}`
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 })
      writeFileSync(draft, String(this.#last), { mode: 0o600 })
      renameSync(draft, this.#file)
    } catch {
      // A disk that takes nothing keeps nobody from closing a position.
    }
  }
}
