// Speed as ratios within one run; absolute times are those of this machine at this moment.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSimulatedMarket, openMarketStore, readColumns } from '@tradeloom/market-data'
import { engineAgainstLoop } from './engine-against-loop.ts'
import { loading } from './loading.ts'
import { printTable } from './measure.ts'
import { sandboxedRuns } from './sandboxed-runs.ts'

const YEAR = 365 * 86_400_000
const TICKS = join(import.meta.dirname, '..', '..', 'shared', 'data', 'fx', 'eurusd-oanda-lean', 'tick')

const dir = mkdtempSync(join(tmpdir(), 'tradeloom-bench-market-'))
try {
  const store = openMarketStore(dir)
  // A fixed moment, so that each run of the benchmark sees the same prices.
  await ensureSimulatedMarket(store, { now: Date.UTC(2026, 10, 1), onProgress: () => {} })
  const found = await store.instrument('EURUSD:SIM')
  if (!found) throw new Error('The simulated market has no EURUSD')
  const { series, ...instrument } = found
  const to = (series.find(({ interval }) => interval === 'M1')?.last ?? 0) + 60_000
  const from = to - YEAR
  const columns = await store.load({ instrumentId: instrument.id, series: 'M1', from, to })
  if (columns.kind !== 'bar') throw new Error('Minute data are bars')

  printTable(
    'Engine against a loop written by hand (SMA cross, stop, target, drawdown on every tick)',
    engineAgainstLoop({ instrument, columns }, await realTicks()),
  )
  printTable('Load of a year of minute data', await loading(store, instrument.id, from, to))
  const runs = await sandboxedRuns(store, instrument, from, to)
  printTable('From nothing to the first result', runs.start)
  printTable('A run in the sandbox', runs.warm)
} finally {
  rmSync(dir, { recursive: true, force: true })
}

async function realTicks() {
  if (!existsSync(TICKS)) {
    console.log('The folder ../shared/data is absent: real ticks are left out.')
    return null
  }
  const files = readdirSync(TICKS).map((name) => join(TICKS, name))
  const { instrument, columns } = await readColumns({ files, format: 'lean', instrument: 'EURUSD:OANDA' })
  return columns.kind === 'tick' ? { instrument, columns } : null
}
