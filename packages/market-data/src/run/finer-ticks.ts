import type { PriceKind, PriceSource } from '../store/series.ts'
import { damagedIn } from '../store/damaged-month.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { ColumnsRequest, ColumnsSnapshot, MarketStore } from '../store/market-store.ts'

/** A run keeps all its ticks in memory (24 bytes each), so that more of them are left aside: 120 MB. */
export const MOST_FINER_TICKS = 5_000_000

export interface FinerTicks {
  readonly columnsFile: ColumnsSnapshot | null
  /** Empty when there are no ticks at all. */
  readonly notes: readonly string[]
}

/**
 * The ticks of a period of a minute run, which tell what happened inside a minute that its bar leaves open; null when
 * there are none, too many, or only ticks of another kind of price than the minutes have. `request` is that of the
 * minutes.
 */
export async function finerTicks(
  store: MarketStore,
  instrument: InstrumentSummary,
  request: ColumnsRequest & { readonly from: number; readonly to: number },
  source: PriceSource | 'both',
  most = MOST_FINER_TICKS,
): Promise<FinerTicks> {
  const price: PriceKind = source === 'both' ? 'quote' : 'trade'
  const ticks = instrument.series.find((one) => one.interval === 'Tick' && one.price === price && one.source === source)
  if (!ticks) return { columnsFile: null, notes: [] }
  const rows = await store.countRows(instrument.id, ticks, request.from, request.to)
  const hasDamage = damagedIn(ticks, request.from, request.to).length > 0
  if (rows === 0 && !hasDamage) return { columnsFile: null, notes: [] }
  if (rows > most) {
    const note = `The period holds ${rows} ticks, more than the ${most} that can decide unclear bars: they were left aside.`
    return { columnsFile: null, notes: [note] }
  }
  const columnsFile = await store.columns({ ...request, series: 'Tick', price })
  return { columnsFile, notes: [`${rows} ticks of the period decide what the bars leave unclear.`] }
}
