/** A result counts when it has stood so long, and each market has had a second quote since. */
const STANDS_MS = 500
/** Without a second quote it takes longer: the only one may be wrong. */
const ALONE_MS = 1_000

/** What an account was worth at one moment. */
export interface ResultSample {
  /** Milliseconds of any clock that only goes forward. */
  readonly at: number
  /** Of closed and open positions. */
  readonly total: number
  /** Of open positions alone. */
  readonly open: number
  /** The number of the newest quote of each market in which a position is open. */
  readonly quotes: ReadonlyMap<string, number>
}

/**
 * The result of an account without quotes that were wrong for a moment: a loss counts once prices, and rates that convert
 * them, have stood for a while.
 */
export class StandingResult {
  /** The first one was the newest when the longest window began. */
  #samples: ResultSample[] = []

  see(sample: ResultSample): void {
    const from = sample.at - ALONE_MS
    const first = this.#samples.findLastIndex(({ at }) => at <= from)
    this.#samples = [...this.#samples.slice(Math.max(0, first)), sample]
  }

  /** The best result of the window in which one has to stand; null before there was such a window. */
  get total(): number | null {
    const window = this.#believed()
    return window && Math.max(...window.map(({ total }) => total))
  }

  /** The worst result of that window: no quote that was wrong for a moment has raised it. */
  get least(): number | null {
    const window = this.#believed()
    return window && Math.min(...window.map(({ total }) => total))
  }

  /** Of open positions, neither the best nor the worst: a day that starts at a wrong quote would have its limit elsewhere. */
  get open(): number | null {
    const sorted = this.#window(ALONE_MS)?.map(({ open }) => open)
    return sorted?.toSorted((a, b) => a - b)[sorted.length >> 1] ?? null
  }

  #believed(): ResultSample[] | null {
    const soon = this.#window(STANDS_MS)
    return soon && haveSpoken(soon) ? soon : this.#window(ALONE_MS)
  }

  #window(ms: number): ResultSample[] | null {
    const from = (this.#samples.at(-1)?.at ?? 0) - ms
    const first = this.#samples.findLastIndex(({ at }) => at <= from)
    return first < 0 ? null : this.#samples.slice(first)
  }
}

function haveSpoken(window: readonly ResultSample[]): boolean {
  const before = window[0]?.quotes
  return [...(window.at(-1)?.quotes ?? [])].every(([id, quote]) => before?.get(id) !== quote)
}
