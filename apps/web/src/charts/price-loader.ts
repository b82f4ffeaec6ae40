import { type BarInterval, INTERVALS } from '@tradeloom/domain'
import { call } from '../api/call.ts'
import { joinRows, type PriceRow, rowTime } from './price-bars.ts'

const CHUNK = 1500
const LOOK_BACK = 2.2
/** More bars than anybody looks at; the far side is dropped. */
const CAP = 20_000

interface Source {
  readonly instrumentId: string
  readonly interval: BarInterval
  /** The data that exists is asked for only between these, UTC milliseconds. */
  readonly begin: number
  readonly end: number
}

export interface Loaded {
  readonly rows: PriceRow[]
  /** Bars put in front of those that were there. */
  readonly added: number
}

/** Bars of one instrument, loaded piece by piece from a moment outwards; one request at a time. */
export class PriceLoader {
  readonly #source: Source
  #rows: PriceRow[] = []
  #isBusy = false
  #isLeftDone = false
  #isRightDone = false

  constructor(source: Source) {
    this.#source = source
  }

  /** The bars before `end`, instead of what was loaded. */
  async loadBefore(end: number, signal: AbortSignal): Promise<Loaded> {
    const until = Math.min(end, this.#source.end)
    this.#rows = await this.#fetch(until - this.#span() * LOOK_BACK, until, signal)
    this.#isLeftDone = false
    this.#isRightDone = until >= this.#source.end
    return { rows: this.#rows, added: 0 }
  }

  /** More bars at one side; null when there are none, or others are under way. */
  async loadMore(edge: 'left' | 'right', signal: AbortSignal): Promise<Loaded | null> {
    const [first, last] = [this.#rows[0], this.#rows.at(-1)]
    const isDone = edge === 'left' ? this.#isLeftDone : this.#isRightDone
    if (this.#isBusy || isDone || first === undefined || last === undefined) return null
    this.#isBusy = true
    try {
      return edge === 'left' ? await this.#before(rowTime(first), signal) : await this.#after(rowTime(last), signal)
    } finally {
      this.#isBusy = false
    }
  }

  async #before(first: number, signal: AbortSignal): Promise<Loaded | null> {
    const begin = first - this.#span() * LOOK_BACK
    const older = (await this.#fetch(begin, first, signal)).filter((row) => rowTime(row) < first)
    this.#isLeftDone = older.length === 0 || begin <= this.#source.begin
    if (older.length === 0) return null
    this.#rows = [...older, ...this.#rows].slice(0, CAP)
    return { rows: this.#rows, added: older.length }
  }

  async #after(last: number, signal: AbortSignal): Promise<Loaded | null> {
    const end = Math.min(this.#source.end, last + this.#span() * LOOK_BACK)
    const newer = await this.#fetch(last + 1, end, signal)
    this.#isRightDone = end >= this.#source.end
    const before = this.#rows.length
    const joined = joinRows(this.#rows, newer)
    if (joined.length === before) return null
    const dropped = Math.max(0, joined.length - CAP)
    this.#rows = joined.slice(dropped)
    return { rows: this.#rows, added: -dropped }
  }

  #span(): number {
    return CHUNK * INTERVALS[this.#source.interval].ms
  }

  async #fetch(start: number, end: number, signal: AbortSignal): Promise<PriceRow[]> {
    const from = Math.max(start, this.#source.begin)
    if (from >= end) return []
    const { instrumentId, interval } = this.#source
    const query = {
      instrumentId,
      interval,
      start: new Date(from).toISOString(),
      end: new Date(end).toISOString(),
      limit: 5000,
    }
    return (await call('historicalPrices', { query, signal })).rows
  }
}
