import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  importCalendar,
  importFiles,
  marketForRun,
  type MarketStore,
  openMarketStore,
  resolveInstrument,
} from '../index.ts'
import { loadColumns } from '../store/column-cache.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import type { PriceSource, SeriesTable } from '../store/series.ts'
import { intrabarTicks } from './intrabar-ticks.ts'

const DATA = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', '..', 'shared', 'data')
const there = existsSync(join(DATA, 'fx'))
if (!there) console.warn('../shared/data is absent: tests of runs on real data are skipped.')

const ID = 'EURUSD:TEST'
const MINUTE = 60_000
/** 23:00 on the last day of a month, so that the series cross a month boundary. */
const START = Date.UTC(2024, 0, 31, 23)

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-run-market-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function put(table: SeriesTable, source: PriceSource | 'both', id = ID): Promise<void> {
  const time = table.columns[0] as Float64Array
  const coverage = [{ first: time[0] as number, last: time.at(-1) as number }]
  await store.put({ instrument: resolveInstrument(id), table, source, coverage })
}

/** 120 minutes with ten ticks each. */
async function putBoth(minutes: PriceSource | 'both', ticks: PriceSource | 'both'): Promise<void> {
  for (const [interval, step, rows, source] of [['M1', MINUTE, 120, minutes], ['Tick', 6_000, 1_200, ticks]] as const) {
    const time = Float64Array.from({ length: rows }, (_, row) => START + row * step)
    const price = time.map(() => 1.1)
    const width = interval === 'M1' ? (source === 'both' ? 9 : 5) : 2
    const columns = [time, ...Array.from({ length: width }, () => price)]
    await put({ key: { interval, price: source === 'both' ? 'quote' : 'trade' }, rows, columns }, source)
  }
} // prettier-ignore

const request = { instrumentId: ID, resolution: 1, start: START + 30 * MINUTE, end: START + 90 * MINUTE, accountCurrency: 'USD' } as const // prettier-ignore

describe('a minute run', () => {
  it('has the ticks of exactly its period, across a month boundary', async () => {
    await putBoth('both', 'both')
    const { series, intrabarTicks: finer, notes, snapshot } = await marketForRun(store, request)
    const [ticks, minutes] = await Promise.all([finer, series[0]].map((one) => loadColumns(one?.columnsFile as never)))
    expect(finer?.instrumentId).toBe(ID)
    expect([ticks?.kind, ticks?.time.length, ticks?.time[0], ticks?.time.at(-1)]).toEqual([
      'tick', 600, request.start, request.end - 6_000,
    ]) // prettier-ignore
    expect(minutes?.time[0]).toBe(START)
    expect(notes).toEqual([expect.stringMatching(/^600 ticks resolved/)])
    // One tick more is a different market.
    const later = request.start + 1
    const time = Float64Array.of(later)
    const price = Float64Array.of(1.1)
    await put({ key: { interval: 'Tick', price: 'quote' }, rows: 1, columns: [time, price, price] }, 'both')
    const changed = await marketForRun(store, request)
    expect([changed.intrabarTicks?.columnsFile.rows, changed.snapshot === snapshot]).toEqual([601, false])
  })

  it('has no intrabar ticks if the period has none, or in a tick run', async () => {
    await putBoth('both', 'both')
    expect((await marketForRun(store, { ...request, resolution: 0 })).intrabarTicks).toBeNull()
    const time = Float64Array.from({ length: 60 }, (_, row) => Date.UTC(2024, 3, 2) + row * MINUTE)
    const columns = [time, ...Array.from({ length: 9 }, () => time.map(() => 1.1))]
    await put({ key: { interval: 'M1', price: 'quote' }, rows: 60, columns }, 'both')
    const later = { ...request, start: Date.UTC(2024, 3, 2), end: Date.UTC(2024, 3, 3) }
    expect(await marketForRun(store, later)).toMatchObject({ intrabarTicks: null, notes: [] })
  })

  it('does not resolve minutes of quotes with ticks of trades, and gives both the same spread', async () => {
    await putBoth('both', 'trade')
    expect((await marketForRun(store, request)).intrabarTicks).toBeNull()
    await rm(dir, { recursive: true })
    await putBoth('trade', 'trade')
    const { intrabarTicks: finer, series, notes } = await marketForRun(store, { ...request, spreadPips: 2 })
    const columns = await loadColumns(finer?.columnsFile as never)
    expect(columns.kind === 'tick' && [columns.bid[0], columns.ask[0]]).toEqual([1.1 - 0.0001, 1.1 + 0.0001])
    expect(series[0]?.columnsFile.spreadModel).toEqual(finer?.columnsFile.spreadModel)
    expect(notes).toEqual([expect.stringMatching(/fixed spread of 2 pips/), expect.stringMatching(/600 ticks/)])
  })

  it('omits too many ticks, with a note', async () => {
    await putBoth('both', 'both')
    const instrument = (await store.instrument(ID)) as InstrumentSummary
    const { start: from, end: to } = request
    const taken = (most: number) => intrabarTicks(store, instrument, { instrumentId: ID, series: 'Tick', from, to }, 'both', most)
    expect((await taken(600)).columnsFile?.rows).toBe(600)
    expect(await taken(599)).toEqual({ columnsFile: null, notes: [expect.stringMatching(/has 600 ticks, more than the 599/)] })
  }) // prettier-ignore

  it('has exactly the closures in its period', async () => {
    await putBoth('both', 'both')
    expect((await marketForRun(store, request)).closures).toEqual([])
    const file = join(dir, 'days.csv')
    await writeFile(file, 'date,open,close\n2024-01-31,,18:45\n2024-02-02,,\n')
    await importCalendar({ marketDir: store.dir, file, format: 'csv' })
    expect((await marketForRun(store, request)).closures).toEqual([{ from: START + 45 * MINUTE, to: START + 360 * MINUTE }])
  }) // prettier-ignore
})

const D1 = 86_400_000

describe('a run with missing minutes', () => {
  const putBars = (interval: 'H1' | 'D1' | 'M1', step: number, from: number, rows: number) => {
    const time = Float64Array.from({ length: rows }, (_, row) => from + row * step)
    const columns = [time, ...Array.from({ length: 9 }, () => time.map(() => 1.1))]
    return put({ key: { interval, price: 'quote' }, rows, columns }, 'both')
  }
  const days = { ...request, start: Date.UTC(2024, 0, 31), end: Date.UTC(2024, 2, 1) }

  it('uses the finest available bars with all their history', async () => {
    await putBars('D1', D1, Date.UTC(2020, 0, 1), 1_600)
    const run = await marketForRun(store, days)
    expect([run.interval, run.barIntervals]).toEqual(['D1', { [ID]: 'D1' }])
    const columns = await loadColumns(run.series[0]?.columnsFile as never)
    expect([columns.time[0], columns.time.at(-1)]).toEqual([Date.UTC(2020, 0, 1), days.end - D1])
    await putBars('H1', D1 / 24, Date.UTC(2024, 0, 1), 24 * 90)
    expect(await marketForRun(store, days)).toMatchObject({ interval: 'H1', barIntervals: { [ID]: 'H1' } })
  })

  it('prefers minutes that cover the start, with a note if they end early', async () => {
    await putBars('D1', D1, Date.UTC(2020, 0, 1), 1_600)
    await putBoth('both', 'both')
    const run = await marketForRun(store, days)
    expect([run.interval, run.barIntervals]).toEqual(['M1', {}])
    expect(run.notes).toContainEqual(
      expect.stringMatching(/^EURUSD:TEST has 1 min bars only until 2024-02-01.*1 day bars continue until/),
    )
    // Before the first minute there are only days; ticks that begin later resolve them.
    const before = await marketForRun(store, { ...days, start: Date.UTC(2023, 5, 1) })
    expect([before.interval, before.intrabarTicks?.columnsFile.rows]).toEqual(['D1', 1_200])
  })

  it('refuses a period without data', async () => {
    await putBars('D1', D1, Date.UTC(2024, 0, 1), 10)
    await expect(marketForRun(store, { ...days, start: Date.UTC(2025, 0, 1), end: Date.UTC(2025, 1, 1) })).rejects.toThrow(/available: 2024-01-01 to 2024-01-10/)
    await expect(marketForRun(store, { ...days, resolution: 0 })).rejects.toThrow(/^Tick data for EURUSD:TEST unavailable$/)
  }) // prettier-ignore
})

describe('a run over several instruments', () => {
  const putMinutes = (id: string, from = START): Promise<void> => {
    const time = Float64Array.from({ length: 120 }, (_, row) => from + row * MINUTE)
    const columns = [time, ...Array.from({ length: 9 }, () => time.map(() => 1.1))]
    return put({ key: { interval: 'M1', price: 'quote' }, rows: 120, columns }, 'both', id)
  }
  const ids = (instruments: readonly { readonly id: string }[]) => instruments.map(({ id }) => id)

  it('loads each of them once, in the order of the script, with every conversion it needs', async () => {
    for (const id of [ID, 'USDJPY:TEST', 'EURJPY:TEST', 'EURGBP:TEST', 'GBPUSD:TEST', 'GBPUSD:OTHER']) await putMinutes(id)
    const markets = ['EURJPY', 'GBPUSD:OTHER', 'EURUSD', 'EURGBP:TEST', 'EURGBP', 'USDJPY']
    const run = await marketForRun(store, { ...request, markets })
    expect(ids(run.markets.map(({ instrument }) => instrument))).toEqual(['EURJPY:TEST', 'GBPUSD:OTHER', 'EURGBP:TEST', 'USDJPY:TEST'])
    // The pair that converts yen is also traded: its prices are loaded once.
    expect(ids(run.conversions)).toEqual(['USDJPY:TEST', 'GBPUSD:TEST'])
    expect(run.series.map(({ instrumentId }) => instrumentId)).toEqual([
      ID, 'EURJPY:TEST', 'GBPUSD:OTHER', 'EURGBP:TEST', 'USDJPY:TEST', 'GBPUSD:TEST',
    ])
    const alone = await marketForRun(store, request)
    expect([alone.markets, alone.series.length, alone.snapshot === run.snapshot]).toEqual([[], 1, false])
  }) // prettier-ignore

  it('has the closures of each instrument', async () => {
    for (const id of [ID, 'GBPUSD:TEST']) await putMinutes(id)
    const file = join(dir, 'days.csv')
    await writeFile(file, 'date,open,close\n2024-01-31,,18:45\n')
    await importCalendar({ marketDir: store.dir, file, format: 'csv', name: 'GBPUSD:TEST' })
    const { closures, markets } = await marketForRun(store, { ...request, markets: ['GBPUSD'] })
    expect([closures, markets[0]?.closures.length]).toEqual([[], 1])
  })

  it('refuses a market without data, or without data in the period', async () => {
    await putMinutes(ID)
    const run = (markets: string[]) => marketForRun(store, { ...request, markets })
    const missing = "There is no market data for GBPUSD:TEST, which the script opens with market('GBPUSD'). Import it first"
    await expect(run(['GBPUSD'])).rejects.toThrow(missing)
    await expect(run(['gbp..usd'])).rejects.toThrow('There is no market data for gbp..usd:TEST')
    await putMinutes('GBPUSD:TEST', START - 30 * D1)
    await expect(run(['GBPUSD'])).rejects.toThrow(/^Price data for GBPUSD:TEST between .* unavailable; available:/)
    await expect(marketForRun(store, { ...request, resolution: 0, markets: ['GBPUSD'] })).rejects.toThrow(/^Tick data for EURUSD:TEST unavailable/)
  }) // prettier-ignore
})

describe.skipIf(!there)('a minute run on real data', () => {
  it('has OANDA’s ticks inside OANDA’s minutes', async () => {
    for (const folder of ['minute', 'tick']) {
      const files = [join(DATA, 'fx/eurusd-oanda-lean', folder)]
      await importFiles({ store, files, format: 'lean', instrument: 'EURUSD:OANDA' })
    }
    const [start, end] = [Date.UTC(2014, 4, 5), Date.UTC(2014, 4, 10)]
    const run = await marketForRun(store, { ...request, instrumentId: 'EURUSD:OANDA', start, end })
    const [ticks, minutes] = await Promise.all([run.intrabarTicks, run.series[0]].map((one) => loadColumns(one?.columnsFile as never)))
    if (ticks?.kind !== 'tick' || minutes?.kind !== 'bar') throw new Error('ticks and bars expected')
    expect(ticks.time.every((time) => time >= start && time < end)).toBe(true)
    const row = minutes.time.findIndex((time) => time >= start)
    const inside = [...ticks.bid].slice(0, 400).filter((_, tick) => Math.floor((ticks.time[tick] as number) / MINUTE) * MINUTE === minutes.time[row])
    expect(inside.length).toBeGreaterThan(1)
    expect([Math.max(...inside), Math.min(...inside)]).toEqual([minutes.bidHigh[row], minutes.bidLow[row]])
  })
}) // prettier-ignore
