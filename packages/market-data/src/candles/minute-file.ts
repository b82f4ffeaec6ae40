import { BAR_COLUMNS, type BarColumns } from '@tradeloom/domain'

/** Minutes of one day, `.live/<instrument>/<UTC day>.m1`: each minute has its place, which is empty if it has no bar. */

export const MINUTE = 60_000
const MINUTES = 1_440
export const MINUTE_BYTES = BAR_COLUMNS.length * 8

/** A bar of both sides, with its start and its number of price changes. */
export type MinuteBar = { readonly [Name in (typeof BAR_COLUMNS)[number]]: number }

export const minuteOf = (time: number): number => Math.floor(time / MINUTE) * MINUTE

/** Where a minute is in the file of its day. */
export const offsetOf = (time: number): number => (Math.floor(time / MINUTE) % MINUTES) * MINUTE_BYTES

export function bytesOf(bar: MinuteBar): Buffer {
  const bytes = Buffer.alloc(MINUTE_BYTES)
  for (const [column, name] of BAR_COLUMNS.entries()) bytes.writeDoubleLE(bar[name], column * 8)
  return bytes
}

/** The bars of days, `from <= time < to`. */
export function barsOfDays(days: readonly Buffer[], from: number, to: number): BarColumns {
  const width = BAR_COLUMNS.length
  const found: { readonly values: Float64Array; readonly at: number }[] = []
  for (const bytes of days) {
    const values = new Float64Array(Math.floor(bytes.length / 8))
    bytes.copy(new Uint8Array(values.buffer))
    for (let at = 0; at + width <= values.length; at += width) {
      const time = values[at] as number
      if (time !== 0 && time >= from && time < to) found.push({ values, at })
    }
  }
  const columns = BAR_COLUMNS.map((name, column) => [
    name,
    Float64Array.from(found, ({ values, at }) => values[at + column] as number),
  ])
  return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
}

export function barAt(bars: BarColumns, row: number): MinuteBar {
  return Object.fromEntries(BAR_COLUMNS.map((name) => [name, bars[name][row]])) as unknown as MinuteBar
}
