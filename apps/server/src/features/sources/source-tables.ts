import type { SourceTable } from '@tradeloom/market-data/sources'

export interface KeptTable {
  readonly table: SourceTable
  /** UTC milliseconds. */
  readonly fetched: number
}

const FRESH_MS = 15 * 60_000
const STALE_MS = 24 * 60 * 60_000
const MAX_CELLS = 3_000_000

/**
 * Tables that were opened, in memory only: what a provider forbids to keep leaves nothing on a disk. Older ones are kept
 * for the time when their provider is away.
 */
export class SourceTables {
  readonly #now: () => number
  readonly #kept = new Map<string, KeptTable>()
  readonly #running = new Map<string, Promise<KeptTable>>()
  #cells = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Who asks for what is being fetched waits for the same answer. */
  async fresh(place: string, fetch: () => Promise<SourceTable>): Promise<KeptTable> {
    const kept = this.#kept.get(place)
    if (kept && this.#now() - kept.fetched < FRESH_MS) return kept
    let running = this.#running.get(place)
    if (!running) {
      running = fetch()
        .then((table) => this.#keep(place, { table, fetched: this.#now() }))
        .finally(() => this.#running.delete(place))
      this.#running.set(place, running)
    }
    return running
  }

  /** What was fetched in the last day. */
  stale(place: string): KeptTable | null {
    const kept = this.#kept.get(place)
    return kept && this.#now() - kept.fetched < STALE_MS ? kept : null
  }

  #keep(place: string, kept: KeptTable): KeptTable {
    this.#forget(place)
    this.#kept.set(place, kept)
    this.#cells += cellsOf(kept)
    for (const [oldest] of this.#kept) {
      if (this.#cells <= MAX_CELLS) break
      this.#forget(oldest)
    }
    return kept
  }

  #forget(place: string): void {
    const kept = this.#kept.get(place)
    if (!kept) return
    this.#kept.delete(place)
    this.#cells -= cellsOf(kept)
  }
}

/** An empty one takes some room, too. */
function cellsOf({ table }: KeptTable): number {
  return 100 + table.rows.length * table.columns.length
}
