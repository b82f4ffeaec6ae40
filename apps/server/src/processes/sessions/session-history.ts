import { type BarColumns, BAR_COLUMNS, type BarDays, barStart } from '@tradeloom/domain'
import type { Input, WarmupRequest } from '@tradeloom/engine'

const BARS_OF_INPUT = 8_192

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
