import { readFileSync } from 'node:fs'
import { openMarketStore } from '@tradeloom/market-data'
import { median, type Table } from './measure.ts'
import { simulatedStore } from './simulated-store.ts'

/** Loading a year of minute data from the raw column cache, compared with reading the same bytes. */
export async function loading(folder: string): Promise<Table[]> {
  const { store, instrument, from, to } = await simulatedStore(folder)
  const request = { instrumentId: instrument.id, series: 'M1', from, to } as const
  const file = await store.columns(request)
  const times: Record<'read' | 'load' | 'cold', number[]> = { read: [], load: [], cold: [] }
  for (let round = 0; round < 7; round++) {
    times.read.push(await wallMs(() => void readFileSync(file.path)))
    times.load.push(await wallMs(() => store.load(request)))
    // A new process has nothing in memory when it opens the store.
    times.cold.push(await wallMs(() => openMarketStore(store.dir).load(request)))
  }
  const base = median(times.read)
  const row = (what: string, ms: number, note = '') => ({ what, ms, ratio: ms / base, note })
  const rows = [
    row('read the file of columns as it is', base, `${file.rows} rows`),
    row('load a year of minute data', median(times.load)),
    row('the same with a newly opened store', median(times.cold)),
  ]
  return [{ title: 'Loading a year of minute data', rows }]
}

async function wallMs(work: () => unknown): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
