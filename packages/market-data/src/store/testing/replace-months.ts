import { openMarketStore } from '../market-store.ts'
import { resolveInstrument } from '../instrument-id.ts'

/**
 * Repeatedly replaces two months of minutes and hours of EURUSD:TEST, for tests of readers concurrent with a writer.
 */
const [dir = '', times = '1', first = '1'] = process.argv.slice(2)
const start = Date.UTC(2024, 0, 31, 22)

function batch(interval: 'M1' | 'H1', rows: number, ms: number, add: number) {
  const time = Float64Array.from({ length: rows }, (_, row) => start + row * ms)
  const price = time.map((_, row) => 1 + row / 1000 + add)
  const columns = [time, ...Array.from({ length: 8 }, () => price), time.map(() => 1)]
  return {
    instrument: resolveInstrument('EURUSD:TEST'),
    table: { key: { interval, price: 'quote' }, rows, columns },
    source: 'both',
    coverage: [{ first: start, last: time[rows - 1] as number }],
  } as const
}

for (let add = Number(first); add < Number(first) + Number(times); add++) {
  await openMarketStore(dir).putAll([batch('M1', 2000, 60_000, add), batch('H1', 30, 3_600_000, add)])
}
