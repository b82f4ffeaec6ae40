import { type BarColumns, BAR_COLUMNS, type BarDays, barStart, INTERVALS } from '@tradeloom/domain'
import type { Input, WarmupRequest } from '@tradeloom/engine'
import type { MarketReader } from '@tradeloom/market-data'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Markets are closed on weekends and holidays, so that many bars take longer than their length. */
const CLOSED_SHARE = 1.6
/** Over two years of minutes are more than any indicator needs. */
const MAX_MINUTES = 800_000
const BARS_OF_INPUT = 8_192

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

/** What a script wanted of its history and is not there, in words. */
export function missingHistory(
  requests: readonly WarmupRequest[],
  bars: BarColumns | null,
  days: BarDays,
): string | null {
  const wanted = new Map<WarmupRequest['interval'], number>()
  for (const { interval, bars: count } of requests) wanted.set(interval, Math.max(count, wanted.get(interval) ?? 0))
  const missing = [...wanted].flatMap(([interval, count]) => {
    const found = new Set(Array.from(bars?.time ?? [], (time) => barStart(time, interval, days))).size
    return found < count ? [`${found} of ${count} bars of ${interval}`] : []
  })
  return missing.length === 0 ? null : `History is incomplete: it has ${missing.join(', ')}`
}

/** Bars as inputs of a session, in blocks that fit into a call. */
export function barInputs(instrumentId: string, bars: BarColumns): Input[] {
  const inputs: Input[] = []
  for (let from = 0; from < bars.time.length; from += BARS_OF_INPUT) {
    const part = BAR_COLUMNS.map((name) => [name, bars[name].slice(from, from + BARS_OF_INPUT)])
    inputs.push({ kind: 'ROWS', instrumentId, columns: { kind: 'bar', ...Object.fromEntries(part) } as BarColumns })
  }
  return inputs
}

/** As one row of bytes, to keep what a replay must begin with. */
export function packBars(bars: BarColumns): Buffer {
  return Buffer.concat(BAR_COLUMNS.map((name) => Buffer.from(Float64Array.from(bars[name]).buffer)))
}

export function unpackBars(bytes: Buffer): BarColumns {
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const rows = values.length / BAR_COLUMNS.length
  const columns = BAR_COLUMNS.map((name, i) => [name, values.slice(i * rows, (i + 1) * rows)])
  return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
}
