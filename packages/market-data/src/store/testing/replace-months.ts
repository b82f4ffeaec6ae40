import { openMarketStore } from '../market-store.ts'
import { resolveInstrument } from '../instrument-id.ts'

/** Replaces the prices of EURUSD:TEST again and again; for the test of readers beside a writer. */
const [dir = '', times = '1'] = process.argv.slice(2)
const start = Date.UTC(2024, 0, 31, 22)
const time = Float64Array.from({ length: 2000 }, (_, row) => start + row * 60_000)
for (let add = 1; add <= Number(times); add++) {
  const price = time.map((_, row) => 1 + row / 1000 + add)
  const columns = [time, ...Array.from({ length: 8 }, () => price), time.map(() => 1)]
  await openMarketStore(dir).put({
    instrument: resolveInstrument('EURUSD:TEST'),
    table: { key: { interval: 'M1', price: 'quote' }, rows: 2000, columns },
    source: 'both',
    coverage: [{ first: start, last: time[1999] as number }],
  })
}
