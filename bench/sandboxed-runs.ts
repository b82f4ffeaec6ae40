import { type Instrument } from '@tradeloom/domain'
import type { MarketStore } from '@tradeloom/market-data'
import { createRunnerPool, type RunnerPool } from '@tradeloom/sandbox'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Row } from './measure.ts'
import { runSpec, SMA_CROSS } from './sma-cross.ts'

/** From nothing to a first result, and what a run costs when runners are warm. */
export async function sandboxedRuns(
  store: MarketStore,
  instrument: Instrument,
  from: number,
  to: number,
): Promise<{ start: Row[]; warm: Row[] }> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'tradeloom-bench-'))
  const spec = runSpec(instrument, from, to)
  const columnsFile = await store.columns({ instrumentId: instrument.id, series: 'M1', from, to })
  const month = { ...spec, start: to - 30 * 86_400_000 }
  const series = [{ instrumentId: instrument.id, columnsFile }]
  const pool = async (): Promise<RunnerPool> =>
    createRunnerPool({ size: 1, cacheDir, readableDirs: [store.columnsDir] })
  let number = 0
  const run = async (runners: RunnerPool, what: typeof spec): Promise<number> => {
    const outcome = await runners.run({ id: String(number++), tenant: 'bench', source: SMA_CROSS, spec: what, series })
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    return outcome.cpuMs
  }
  const first = await firstResult(pool, (runners) => run(runners, month))
  const again = await firstResult(pool, (runners) => run(runners, month))
  const runners = await pool()
  const years: number[] = []
  const months: number[] = []
  for (let round = 0; round < 5; round++) {
    months.push(await run(runners, month))
    years.push(await run(runners, spec))
  }
  await runners.close()
  rmSync(cacheDir, { recursive: true })
  return {
    start: [
      { what: 'pool started, engine built, month run', ms: first, ratio: 1, note: 'wall time' },
      { what: 'the same with the engine built before', ms: again, ratio: again / first, note: 'wall time' },
    ],
    warm: [
      { what: 'a month of minute data in a waiting runner', ms: median(months), ratio: 1, note: 'processor time' },
      {
        what: 'a year of minute data in a waiting runner',
        ms: median(years),
        ratio: median(years) / median(months),
        note: 'processor time',
      },
    ],
  }
}

async function firstResult(
  open: () => Promise<RunnerPool>,
  work: (pool: RunnerPool) => Promise<unknown>,
): Promise<number> {
  const before = performance.now()
  const pool = await open()
  await work(pool)
  const ms = performance.now() - before
  await pool.close()
  return ms
}
