import { type BarColumns, BAR_COLUMNS, INTERVALS } from '@tradeloom/domain'
import type { WarmupRequest } from '@tradeloom/engine'
import type { MarketReader } from '@tradeloom/market-data'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Markets are closed on weekends and holidays, so that many bars take longer than their length. */
const CLOSED_SHARE = 1.6
/** Over two years of minutes are more than any indicator needs. */
const MAX_MINUTES = 800_000

/** Minutes that were logged live. */
export interface LiveMinutes {
  read(instrumentId: string, from: number, to: number): Promise<BarColumns>
}

export interface WarmUpSource {
  readonly stored: Pick<MarketReader, 'load' | 'instrument'>
  readonly live: LiveMinutes
}

/** Minutes before `to` for the indicators of a script: the stored series, then what was logged live. */
export async function warmUpBars(
  { stored, live }: WarmUpSource,
  instrumentId: string,
  requests: readonly WarmupRequest[],
  to: number,
): Promise<BarColumns | null> {
  const longest = Math.max(0, ...requests.map(({ interval, bars }) => bars * INTERVALS[interval].ms))
  if (longest === 0) return null
  const back = Math.min(MAX_MINUTES * MINUTE_MS, longest * CLOSED_SHARE + 4 * DAY_MS)
  const minute = Math.floor(to / MINUTE_MS) * MINUTE_MS
  const from = minute - back
  const before = await storedBars(stored, instrumentId, from, minute)
  const next = before && before.time.length > 0 ? (before.time.at(-1) as number) + MINUTE_MS : from
  const after = await live.read(instrumentId, next, minute)
  return joined(before, after)
}

async function storedBars(
  stored: WarmUpSource['stored'],
  instrumentId: string,
  from: number,
  to: number,
): Promise<BarColumns | null> {
  const instrument = await stored.instrument(instrumentId)
  if (!instrument?.series.some(({ last }) => last > from)) return null
  const columns = await stored.load({ instrumentId, series: 'M1', from, to })
  return columns.kind === 'bar' ? columns : null
}

function joined(before: BarColumns | null, after: BarColumns): BarColumns {
  if (!before) return after
  const columns = BAR_COLUMNS.map((name) => {
    const all = new Float64Array(before.time.length + after.time.length)
    all.set(before[name])
    all.set(after[name], before.time.length)
    return [name, all]
  })
  return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
}
