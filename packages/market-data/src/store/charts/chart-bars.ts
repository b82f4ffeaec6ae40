import { type ColumnCache, cutFile, loadColumns } from '../column-cache.ts'
import type { KeptMonth } from '../instrument-folder.ts'
import { type BarSource, resampleMonths } from '../read-months.ts'
import { monthRange } from '../series.ts'
import { toMarketColumns } from '../spread-model.ts'
import type { MarketColumns } from '@tradeloom/domain'
import { KnownInstruments } from './known-instruments.ts'
import { MonthBars } from './month-bars.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Part of the keys; increase it when the computation of bars changes. */
const VERSION = 1

/**
 * Bars of whole months for charts, in memory and in the column cache. Their keys are hashes of their sources, so all
 * views share them and no import has to invalidate them.
 */
export class ChartBars {
  readonly known = new KnownInstruments()
  readonly #cache: ColumnCache
  /** Least recently used first. */
  readonly #kept = new Map<string, Promise<MonthBars>>()
  readonly #sizes = new Map<string, number>()
  #bytes = 0

  constructor(cache: ColumnCache) {
    this.#cache = cache
  }

  month(source: BarSource, month: KeptMonth): Promise<MonthBars> {
    const { start, end } = monthRange(month.month)
    const key = keyOf(source, [month])
    return this.#keep(key, () => this.#fromFile(key, () => makeBars(source, [month], start, end)))
  }

  /** Bars of parts of some months, for bars at the edges of a request. */
  part(source: BarSource, months: readonly KeptMonth[], from: number, to: number): Promise<MonthBars> {
    return this.#keep(keyOf(source, months, from, to), async () => barsOf(await makeBars(source, months, from, to)))
  }

  async #fromFile(key: string, make: () => Promise<MarketColumns>): Promise<MonthBars> {
    let made: MarketColumns | undefined
    try {
      const file = await this.#cache.file(key, async () => (made = await make()))
      return barsOf(made ?? (await loadColumns(await cutFile(file, -Infinity, Infinity))))
    } catch (error) {
      // The disk is full, or the folder belongs to another user: a chart works without the file.
      if (made) return barsOf(made)
      throw error
    }
  }

  #keep(key: string, make: () => Promise<MonthBars>): Promise<MonthBars> {
    const kept = this.#kept.get(key) ?? this.#added(key, make())
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  #added(key: string, bars: Promise<MonthBars>): Promise<MonthBars> {
    bars.then(
      ({ bytes }) => this.#grow(key, bars, bytes),
      () => this.#kept.get(key) === bars && this.#kept.delete(key),
    )
    return bars
  }

  #grow(key: string, bars: Promise<MonthBars>, bytes: number): void {
    if (this.#kept.get(key) !== bars) return
    this.#sizes.set(key, bytes)
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#sizes.get(key) ?? 0
    this.#sizes.delete(key)
    this.#kept.delete(key)
  }
}

function keyOf({ found, series, interval }: BarSource, months: readonly KeptMonth[], ...span: number[]): string {
  const hashes = months.map(({ month, contentHash }) => [month, contentHash])
  return JSON.stringify([
    'chart',
    VERSION,
    found.id,
    series.interval,
    series.price,
    series.source,
    interval,
    found.dayEnd,
    found.weekStart,
    hashes,
    span,
  ])
}

async function makeBars(
  source: BarSource,
  months: readonly KeptMonth[],
  from: number,
  to: number,
): Promise<MarketColumns> {
  return toMarketColumns(await resampleMonths(source, months, from, to), source.series.source, 0)
}

function barsOf(columns: MarketColumns): MonthBars {
  if (columns.kind !== 'bar') throw new TypeError('A chart received ticks instead of bars')
  return new MonthBars(columns)
}
