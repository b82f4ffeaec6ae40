import { BAR_COLUMNS, type BarColumns } from '@tradeloom/domain'
import type { AlertState, AlertTerms } from '@tradeloom/domain/alerts'
import { alertHistory } from './alert-history.ts'
import type { AlertOutcome } from './alert-outcome.ts'
import { type AlertRow, InstrumentAlerts, type WatchedAlert } from './instrument-alerts.ts'

const MINUTE = 60_000

export const TERMS: AlertTerms = {
  instrumentId: 'EURUSD:SIM',
  value: { kind: 'bid' },
  direction: 'crosses',
  against: 100,
  fires: 'every',
  interval: null,
}

/** Rows of prices a second apart from a full hour on; null is a heartbeat, which repeats the price. */
export function rowsOf(
  bids: readonly (number | null)[],
  { gaps = [] as readonly number[], stepMs = 1_000 } = {},
): AlertRow[] {
  let bid = 100
  return bids.map((price, sequence) => {
    bid = price ?? bid
    const time = Date.UTC(2024, 0, 8, 12) + sequence * stepMs
    return { sequence, time, bid, ask: bid + 1, isPrice: price !== null, isAfterGap: gaps.includes(sequence) }
  })
}

/** Alerts as the process that judges them begins with what is stored of them. */
export function beginAlerts(watched: readonly WatchedAlert[], rows: readonly AlertRow[]) {
  const first = Math.max(0, Math.min(...watched.map(({ nextRow }) => nextRow)) - 1)
  const before = rows[first] as AlertRow
  const { bars, rowsMs } = alertHistory(watched.map(({ terms }) => terms))
  const barsFrom = Math.floor(before.time / MINUTE) * MINUTE
  const at = (time: number): number => rows.find((row) => row.time >= time)?.sequence ?? rows.length
  const next = Math.min(
    first,
    ...(bars.size > 0 ? [at(barsFrom)] : []),
    ...(rowsMs > 0 ? [at(before.time - rowsMs)] : []),
  )
  const minutes = bars.size > 0 ? minutesOf(rows.filter(({ time }) => time < barsFrom)) : null
  return { alerts: new InstrumentAlerts(watched, { days: {}, minutes, barsFrom }), next }
}

/** What alerts do with all rows, in one life. */
export function judgeAll(watched: readonly WatchedAlert[], rows: readonly AlertRow[]): AlertOutcome[] {
  const { alerts, next } = beginAlerts(watched, rows)
  return rows.slice(next).flatMap((row) => alerts.take(row))
}

export function watchedOf(all: readonly AlertTerms[], state: AlertState, nextRow = 0): WatchedAlert[] {
  return all.map((terms, i) => ({ id: String(i), terms, nextRow, state }))
}

function minutesOf(rows: readonly AlertRow[]): BarColumns {
  const minutes = [
    ...Map.groupBy(
      rows.filter(({ isPrice }) => isPrice),
      ({ time }) => Math.floor(time / MINUTE) * MINUTE,
    ),
  ]
  const bars = minutes.map(([time, prices]) => {
    const side = (name: 'bid' | 'ask') => {
      const values = prices.map((row) => row[name])
      return [values[0], Math.max(...values), Math.min(...values), values.at(-1)] as number[]
    }
    const [bid, ask] = [side('bid'), side('ask')]
    return { time, bid, ask, volume: prices.length }
  })
  const places = { Open: 0, High: 1, Low: 2, Close: 3 } as const
  const columns = BAR_COLUMNS.map((name) => {
    const values = bars.map((bar) => {
      if (name === 'time' || name === 'volume') return bar[name]
      return bar[name.slice(0, 3) as 'bid' | 'ask'][places[name.slice(3) as keyof typeof places]] as number
    })
    return [name, Float64Array.from(values)]
  })
  return { kind: 'bar', ...Object.fromEntries(columns) } as BarColumns
}
