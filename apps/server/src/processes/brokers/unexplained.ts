/** What differs this long, at both ends of that time, is not on its way. */
const UNEXPLAINED_MS = 30_000

/** Differences between the books and the venue, by their names, with when each was seen first. */
export class Unexplained {
  readonly #now: () => number
  readonly #since = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether there were any at the last look. */
  get isAny(): boolean {
    return this.#since.size > 0
  }

  /** All that differ now. Returns those that have for so long, which are seen anew from then on. */
  due(names: readonly string[]): ReadonlySet<string> {
    const now = this.#now()
    for (const name of this.#since.keys()) if (!names.includes(name)) this.#since.delete(name)
    for (const name of names) if (!this.#since.has(name)) this.#since.set(name, now)
    const due = new Set(names.filter((name) => now - (this.#since.get(name) ?? now) >= UNEXPLAINED_MS))
    for (const name of due) this.#since.delete(name)
    return due
  }
}
