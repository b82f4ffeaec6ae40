import { type AlertRow, InstrumentAlerts, type WatchedAlert } from '@tradeloom/alerts'
import { type AlertTerms, NEW_ALERT_STATE } from '@tradeloom/domain/alerts'
import { isPrice, TICK_FLAGS, TickReader, type TickRow, TickWriter } from '@tradeloom/market-data/ticks'
import { SeededStream } from '@tradeloom/simulation'
import { median, type Row, type Table } from './measure.ts'

const INSTRUMENTS = 200
const ALERTS = 10_000
const PRICES_PER_SECOND = 100
const SECONDS = 120
const TURNS = 5
const START = Date.UTC(2024, 0, 8, 12)

/** A core judges the alerts of an installation for as many seconds as its market lasts: CPU of both, and of reading alone. */
export async function manyAlerts(folder: string): Promise<Table[]> {
  const random = new SeededStream(1)
  const ids = Array.from({ length: INSTRUMENTS }, (_, i) => `A${i}:BENCH`)
  const writers = ids.map((id) => new TickWriter(folder, id))
  const alerts = ids.map((_, i) => alertsOf(i))
  const reader = new TickReader(folder)
  const next = ids.map(() => 0)
  const spent = { read: [] as number[], judged: [] as number[] }
  let fired = 0
  let time = START
  for (let turn = 0; turn < TURNS; turn++) {
    const cpu = { read: 0, judged: 0 }
    for (let tick = 0; tick < SECONDS * PRICES_PER_SECOND; tick++) {
      time += 1_000 / PRICES_PER_SECOND
      const at = Math.floor(random.uniform() * INSTRUMENTS)
      const bid = 100 + Math.sin(time / 600_000 + at) + random.uniform() / 50
      writers[at]?.append({ time, receivedAt: time, bid, ask: bid + 0.01, flags: 0 })
      const began = process.cpuUsage()
      // As after each doorbell.
      const rows = await reader.read(ids[at] as string, next[at] as number, 4_096)
      const read = process.cpuUsage(began)
      for (const row of rows) fired += alerts[at]?.take(alertRow(row)).length ?? 0
      const judged = process.cpuUsage(began)
      next[at] = (next[at] as number) + rows.length
      cpu.read += (read.user + read.system) / 1_000
      cpu.judged += (judged.user + judged.system) / 1_000
    }
    spent.read.push(cpu.read)
    spent.judged.push(cpu.judged)
  }
  for (const writer of writers) writer.close()
  const [read, judged] = [median(spent.read), median(spent.judged)]
  const row = (what: string, ms: number): Row => {
    const share = ((ms / (SECONDS * 1_000)) * 100).toFixed(2)
    return { what, ms, ratio: ms / read, note: `${share}% of a core` }
  }
  const title = `${ALERTS} alerts on ${INSTRUMENTS} instruments, ${PRICES_PER_SECOND} prices a second for ${SECONDS} s; ${fired} fired`
  return [{ title, rows: [row('rows read', read), row('rows read and alerts judged', judged)] }]
}

/** Prices far and near, spreads, changes in percent and indicators. */
function alertsOf(instrument: number): InstrumentAlerts {
  const watched = Array.from({ length: ALERTS / INSTRUMENTS }, (_, i): WatchedAlert => {
    const terms = { ...base(i), instrumentId: `A${instrument}:BENCH` }
    return { id: String(i), terms, nextRow: 0, state: NEW_ALERT_STATE }
  })
  return new InstrumentAlerts(watched, { days: {}, minutes: null, barsFrom: START })
}

function base(i: number): Omit<AlertTerms, 'instrumentId'> {
  const price = { direction: 'crosses', against: 99 + i / 25, fires: 'every', interval: null } as const
  if (i % 10 === 7) return { ...price, value: { kind: 'spread' }, against: 0.02, direction: 'above' }
  if (i % 10 === 8) return { ...price, value: { kind: 'change', minutes: 60 }, against: 3, direction: 'above' }
  const args = [5 + i]
  if (i % 10 === 9)
    return { ...price, value: { kind: 'indicator', key: 'RSI', args, output: 'value' }, against: 90, interval: 'M1' }
  return { ...price, value: { kind: i % 2 === 0 ? 'bid' : 'mid' } }
}

function alertRow(row: TickRow): AlertRow {
  const { sequence, time, bid, ask, flags } = row
  return { sequence, time, bid, ask, isPrice: isPrice(row), isAfterGap: (flags & TICK_FLAGS.gap) !== 0 }
}
