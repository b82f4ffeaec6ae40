import { createRunnerPool, type RunnerPool, type RunRequest } from '@tradeloom/sandbox'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, type Table } from './measure.ts'
import { simulatedStore } from './simulated-store.ts'
import { runSpec, SMA_CROSS } from './strategies.ts'

/** The time to a first result from nothing, and the cost of a run with warm runners. */
export async function sandboxedRuns(folder: string): Promise<Table[]> {
  const { store, instrument, from, to } = await simulatedStore(folder)
  const cacheDir = mkdtempSync(join(tmpdir(), 'tradeloom-bench-engine-'))
  const columnsFile = await store.columns({ instrumentId: instrument.id, series: 'M1', from, to })
  const spec = runSpec({ instrument, file: columnsFile, start: from, end: to })
  const month = { ...spec, start: to - 30 * 86_400_000 }
  const series: RunRequest['series'] = [{ instrumentId: instrument.id, columnsFile }]
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
    await prepared(runners)
    months.push(await run(runners, month))
    await prepared(runners)
    years.push(await run(runners, spec))
  }
  await runners.close()
  rmSync(cacheDir, { recursive: true })
  const row = (what: string, ms: number, base: number, note: string) => ({ what, ms, ratio: ms / base, note })
  const [short, long] = [median(months), median(years)]
  return [
    {
      title: 'From nothing to the first result',
      rows: [
        row('pool started, engine built, month run', first, first, 'wall time'),
        row('the same with the engine built before', again, first, 'wall time'),
      ],
    },
    {
      title: 'A run in the sandbox',
      rows: [
        row('a month of minute data in a waiting runner', short, short, 'processor time'),
        row('a year of minute data in a waiting runner', long, short, 'processor time'),
      ],
    },
  ]
}

/** As for a trader who has looked at the last result for a moment. */
async function prepared(runners: RunnerPool): Promise<void> {
  for (let tries = 0; runners.stats().prepared === 0 && tries < 500; tries++) await setTimeout(20)
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
