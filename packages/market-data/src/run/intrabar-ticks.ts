import type { PriceKind, PriceSource } from '../store/series.ts'
import { damagedIn } from '../store/damaged-month.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { ColumnsRequest, ColumnsSnapshot, MarketReader } from '../store/market-reader.ts'

/** A run keeps all its ticks in memory, 24 bytes each; above 120 MB they are not used. */
export const MAX_INTRABAR_TICKS = 5_000_000

export interface IntrabarTicks {
  readonly columnsFile: ColumnsSnapshot | null
  /** Empty if there are no ticks at all. */
  readonly notes: readonly string[]
}

/**
 * Ticks for a minute run: they show what happened inside minutes where the bar alone is ambiguous. Null if there are
 * none, too many, or only ticks of another price kind than the minutes. `request` is the request for the minutes.
 */
export async function intrabarTicks(
  store: MarketReader,
  instrument: InstrumentSummary,
  request: ColumnsRequest & { readonly from: number; readonly to: number },
  source: PriceSource | 'both',
  max = MAX_INTRABAR_TICKS,
): Promise<IntrabarTicks> {
  const price: PriceKind = source === 'both' ? 'quote' : 'trade'
  const ticks = instrument.series.find((one) => one.interval === 'Tick' && one.price === price && one.source === source)
  if (!ticks) return { columnsFile: null, notes: [] }
  const rows = await store.countRows(instrument.id, ticks, request.from, request.to)
  const hasDamage = damagedIn(ticks, request.from, request.to).length > 0
  if (rows === 0 && !hasDamage) return { columnsFile: null, notes: [] }
  if (rows > max) {
    const note = `The period has ${rows.toLocaleString('en-US')} ticks, more than the ${max.toLocaleString('en-US')} that a minute run can use. They were not used.`
    return { columnsFile: null, notes: [note] }
  }
  const columnsFile = await store.columns({ ...request, series: 'Tick', price })
  return {
    columnsFile,
    notes: [`${rows.toLocaleString('en-US')} ticks resolved the minutes where bars alone were ambiguous.`],
  }
}
