import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BarColumns, defineInstrument } from '@tradeloom/domain'
import { PLAIN_MODELS } from '@tradeloom/engine'

import type { Sample } from './synthetic-sample.ts'

/** EUR/USD of one month, minutes of the bid with spreads; not part of the repository. */
export const REAL_MONTH_FILE = fileURLToPath(
  new URL('../../../../shared/data/fx/eurusd-m1-mt5/EURUSD_M1_2024_02.csv', import.meta.url),
)

/** The last three weeks of it; the first is history. Times are taken as UTC: a check does not mind. */
export function realMonth(externals: Record<string, number>): Sample {
  const rows = readFileSync(REAL_MONTH_FILE, 'utf8').trim().split(/\r?\n/).slice(1)
  const fields = rows.map((row) => row.split('\t'))
  const time = Float64Array.from(fields, ([date = '', clock = '']) =>
    Date.parse(`${date.replaceAll('.', '-')}T${clock}Z`),
  )
  const bid = (at: number) => Float64Array.from(fields, (field) => Number(field[at]))
  const spread = Float64Array.from(fields, (field) => Number(field[8]) / 100_000)
  const ask = (at: number) => bid(at).map((price, row) => Math.round((price + (spread[row] ?? 0)) * 1e5) / 1e5)
  const columns: BarColumns = {
    kind: 'bar',
    time,
    bidOpen: bid(2),
    bidHigh: bid(3),
    bidLow: bid(4),
    bidClose: bid(5),
    askOpen: ask(2),
    askHigh: ask(3),
    askLow: ask(4),
    askClose: ask(5),
    volume: bid(6),
  }
  const instrument = defineInstrument('EURUSD:MT5')
  const spec = {
    ...PLAIN_MODELS,
    instrument,
    conversions: [],
    interval: 'M15' as const,
    resolution: 1 as const,
    start: (time[0] ?? 0) + 6 * 86_400_000,
    end: (time.at(-1) ?? 0) + 60_000,
    initialBalance: 1_000_000_000,
    accountCurrency: 'USD',
    externals,
    closures: [],
    seed: 1,
  }
  return { spec, series: [{ instrumentId: instrument.id, columns }] }
}
