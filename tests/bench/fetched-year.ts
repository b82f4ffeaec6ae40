import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BarColumns } from '@tradeloom/domain'
import { fetchMonths, importFiles, missingParts, openMarketStore } from '@tradeloom/market-data'
import { LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { ADAPTERS, systemClock } from '@tradeloom/venues'
import type { Row, Table } from './measure.ts'

const BTC = 'BTCUSDT:BINANCE'
const [FROM, TO] = [Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1)]
const HOUR = 3_600_000

/** A year of minutes from a stand-in of Binance in this process, within the venue's rate, and the same rows from a file. */
export async function fetchedYear(folder: string): Promise<Table[]> {
  const clock = new LabClock(TO + 12 * HOUR)
  const lab = await startBinanceLab({ clock, frames: trades() })
  clock.advanceTo(clock.now() + 1)
  const { rest, streams } = lab
  const feed = ADAPTERS.find(({ id }) => id === 'BINANCE')?.openFeed?.({ clock: systemClock, urls: { rest, streams } })
  if (!feed) throw new Error('There is no Binance')
  try {
    const store = openMarketStore(join(folder, 'fetched'))
    const range = { from: FROM, to: TO, now: clock.now(), calendar: 'always' } as const
    const fetched = await timed(async () => {
      const { reports } = await fetchMonths({
        store,
        instrumentId: BTC,
        venue: 'BINANCE',
        quotaBytes: null,
        dir: join(folder, 'scratch'),
        candles: (from, to) => feed.candles(BTC, from, to),
        parts: missingParts([], range),
      })
      return reports.reduce((sum, { rows }) => sum + rows, 0)
    })
    const file = join(folder, 'year.csv')
    writeFileSync(file, await text(feed.candles(BTC, FROM, TO)))
    const imported = await timed(async () => {
      const own = openMarketStore(join(folder, 'imported'))
      const { rows } = await importFiles({ store: own, files: [file], format: 'csv', instrument: BTC, interval: 'M1' })
      return rows
    })
    const row = (what: string, { ms, rows }: Timed): Row => ({
      what,
      ms,
      ratio: ms / imported.ms,
      note: `${rows.toLocaleString('en-US')} rows`,
    })
    return [{ title: 'A year of minutes', rows: [row('imported from a file', imported), row('fetched', fetched)] }]
  } finally {
    feed.close()
    await lab.stop()
  }
}

interface Timed {
  readonly ms: number
  readonly rows: number
}

async function timed(work: () => Promise<number>): Promise<Timed> {
  const startedAt = performance.now()
  const rows = await work()
  return { ms: performance.now() - startedAt, rows }
}

/** One each hour: minutes between them repeat the last price. */
function trades() {
  return Array.from({ length: (TO - FROM) / HOUR }, (_, n) => {
    const time = FROM + n * HOUR
    const trade = {
      e: 'trade',
      E: time,
      s: 'BTCUSDT',
      t: n + 1,
      p: `${60_000 + ((n * 37) % 1_009)}.00`,
      q: '0.2',
      T: time,
      m: true,
      M: true,
    }
    return { time, stream: 'btcusdt@trade', data: JSON.stringify(trade) }
  })
}

async function text(pages: AsyncIterable<BarColumns>): Promise<string> {
  let lines = 'time,open,high,low,close,volume\n'
  for await (const { time, bidOpen, bidHigh, bidLow, bidClose, volume } of pages) {
    const columns = [bidOpen, bidHigh, bidLow, bidClose, volume]
    for (const [row, at] of time.entries())
      lines += `${[new Date(at).toISOString(), ...columns.map((column) => column[row])].join(',')}\n`
  }
  return lines
}
