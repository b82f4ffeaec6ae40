import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { BAR_COLUMNS } from '@tradeloom/domain'
import {
  importFiles,
  type MarketStore,
  openMarketStore,
  qualityForRun,
  readColumns,
  resolveInstrument,
} from '../index.ts'
import { calendarsFolder, writeCalendar } from '../calendar/calendar-file.ts'
import { gradeMonth } from '../quality/grade-month.ts'
import type { SeriesTable } from './series.ts'

let dir = ''
let store: MarketStore
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-quality-'))
  store = openMarketStore(dir)
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const MINUTE = 60_000
const DAY = 86_400_000
const ID = 'BTCUSD:TEST'
/** Two days at the end of one month and in the next. */
const START = Date.UTC(2024, 0, 30)

function bars(from: number, count: number, add = 0): SeriesTable {
  const time = Float64Array.from({ length: count }, (_, row) => from + row * MINUTE)
  const price = (extra: number): Float64Array => time.map((at) => 40_000 + ((at / MINUTE) % 7) + extra + add)
  const columns = [time, price(0), price(2), price(-2), price(0), time.map(() => 1)]
  return { key: { interval: 'M1', price: 'trade' }, rows: count, columns }
}

function put(table: SeriesTable): ReturnType<MarketStore['put']> {
  const time = table.columns[0] as Float64Array
  const coverage = [{ first: time[0] as number, last: time[table.rows - 1] as number }]
  return store.put({ instrument: resolveInstrument(ID), table, source: 'trade', coverage })
}

const detail = (month: string): string => join(dir, 'TEST/BTCUSD/M1-trade', `${month}.quality.json`)

describe('the quality of a series', () => {
  it('counts what is missing between months, including whole months without rows', async () => {
    await put(bars(START, 100))
    await put(bars(Date.UTC(2024, 2, 1, 0, 10), 50))
    const quality = await store.quality({ instrumentId: ID })
    const between = Date.UTC(2024, 2, 1, 0, 10) - START - 100 * MINUTE
    expect(quality.summary).toMatchObject({ good: 150, missing: between / MINUTE, gaps: 1 })
    expect(quality.months.map(({ month, expected, good }) => [month, expected, good])).toEqual([
      ['2024-01', 2880, 100],
      ['2024-02', 29 * 1440, 0],
      ['2024-03', 60, 50],
    ])
    expect(quality.days).toHaveLength(2 + 29 + 1)
    expect(quality.defects).toEqual([
      { kind: 'gap', from: START + 100 * MINUTE, to: Date.UTC(2024, 2, 1, 0, 10), count: between / MINUTE },
    ])
    const listed = (await store.instrument(ID))?.series[0]?.quality
    expect(listed).toEqual({ summary: quality.summary, months: quality.months })
  })

  it('is updated by every change of a month', async () => {
    await put(bars(START, 100))
    expect((await store.quality({ instrumentId: ID })).defects).toEqual([])
    await put(bars(START + 110 * MINUTE, 10))
    expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ expected: 120, missing: 10, gaps: 1 })
    await put(bars(START + 100 * MINUTE, 10))
    expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ expected: 120, missing: 0, gaps: 0 })
    await put(bars(START + 50 * MINUTE, 1, 30_000))
    expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ outliers: 1, good: 119 })
  })

  it('is recomputed if it is missing, damaged, of other rows or of another grading version', async () => {
    await put(bars(START, 100))
    const before = await store.quality({ instrumentId: ID })
    const text = await readFile(detail('2024-01'), 'utf8')
    const record = detail('2024-01').replace('.quality', '')
    const kept = await readFile(record, 'utf8')
    await rm(detail('2024-01'))
    expect(await store.quality({ instrumentId: ID })).toEqual(before)
    expect(await readFile(detail('2024-01'), 'utf8')).toBe(text)
    const ofOthers = text.replace(/"contentHash":"./, '"contentHash":"x').replace(',100,100,0]', ',100,7,93]')
    expect(ofOthers).toContain('7,93')
    for (const wrong of ['{', '{}', ofOthers]) {
      await writeFile(detail('2024-01'), wrong)
      expect(await store.quality({ instrumentId: ID })).toEqual(before)
    }
    expect(kept).toContain('"graded":"[3]"')
    const [, body = ''] = kept.split('\n')
    const older = body.replace('"graded":"[3]"', '"graded":"[1]"').replace(/"good":100/, '"good":7')
    await writeFile(record, `${createHash('sha256').update(older).digest('hex')}\n${older}`)
    expect(await store.quality({ instrumentId: ID })).toEqual(before)
    await writeFile(record, kept.replace(/"good":100/, '"good":7'))
    expect(await store.quality({ instrumentId: ID })).toEqual(before)
  })

  it('includes holidays that are imported later', async () => {
    await put(bars(START, 60))
    await put(bars(START + 120 * MINUTE, 60))
    expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ expected: 180, missing: 60, gaps: 1 })
    const holiday = { from: START + 60 * MINUTE, to: START + 120 * MINUTE }
    await calendarsFolder(dir)
    await writeCalendar(dir, { name: ID, sources: ['test'], closures: [holiday] })
    expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ expected: 120, missing: 0, gaps: 0 })
  })

  it('is computed once and then read from storage', async () => {
    await put(bars(START, 100))
    await store.quality({ instrumentId: ID })
    const first = await stat(detail('2024-01'))
    await store.quality({ instrumentId: ID })
    expect((await stat(detail('2024-01'))).mtimeMs).toBe(first.mtimeMs)
  })

  it('counts open time without rows at the ends of a period as missing, and cuts days and defects', async () => {
    await put(bars(START + 60 * MINUTE, 60))
    await put(bars(START + 130 * MINUTE, 1440))
    const whole = { instrumentId: ID, interval: 'M1', price: 'trade', start: START, end: START + 2 * DAY } as const
    const quality = await qualityForRun(store, whole)
    expect(quality).toMatchObject({ expected: 2880, good: 1500, missing: 1380, counts: { gap: 3 } })
    const part = await qualityForRun(store, { ...whole, start: START + 100 * MINUTE, end: START + 125 * MINUTE })
    expect(part).toMatchObject({ expected: 25, good: 20, missing: 5 })
    expect(part.defects).toEqual([{ kind: 'gap', from: START + 120 * MINUTE, to: START + 125 * MINUTE, count: 5 }])
  })

  it('counts the part of a long hole that lies inside a period as missing', async () => {
    await put(bars(START, 100))
    await put(bars(Date.UTC(2024, 11, 1), 100))
    const from = Date.UTC(2024, 5, 1)
    const part = await store.quality({ instrumentId: ID, from, to: Date.UTC(2024, 11, 1, 0, 50) })
    const hole = (Date.UTC(2024, 11, 1) - from) / MINUTE
    expect(part.period).toMatchObject({ expected: hole + 50, good: 50, missing: hole, counts: { gap: 1 } })
    expect(part.days).toHaveLength(hole / 1440 + 1)
    const early = await store.quality({ instrumentId: ID, from: START + 50 * MINUTE, to: from })
    expect(early.period).toMatchObject({ good: 50, missing: (from - START) / MINUTE - 100 })
  })

  it('refuses data that does not exist, with a message for users', async () => {
    await expect(store.quality({ instrumentId: ID })).rejects.toThrow(/no market data for BTCUSD:TEST/)
    await put(bars(START, 100))
    await expect(store.quality({ instrumentId: ID, series: 'Tick' })).rejects.toThrow(/has no Tick data\. It has M1/)
    const ages = { instrumentId: ID, from: 0, to: Date.UTC(2090, 0, 1) }
    await expect(store.quality(ages)).rejects.toThrow(/more than 60 years/)
  })
})

it('keeps the number of duplicate bars that an import removed', async () => {
  const row = (minute: number): string => `2024-01-30 00:${String(minute).padStart(2, '0')},1,1.001,0.999,1\n`
  const file = join(dir, 'doubled.csv')
  await writeFile(file, `timestamp,open,high,low,close\n${row(1)}${row(2)}${row(2)}${row(2)}${row(3)}`)
  const request = { store, files: [file], format: 'csv', instrument: ID, interval: 'M1' } as const
  await importFiles(request)
  expect((await store.quality({ instrumentId: ID })).summary).toMatchObject({ duplicates: 2, expected: 3, good: 3 })
  await importFiles(request)
  expect((await store.quality({ instrumentId: ID })).summary.duplicates).toBe(2)
})

/** Market data next to the repository; its tests are skipped if it is absent. */
const DATA = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', '..', 'shared', 'data')
const there = existsSync(join(DATA, 'manifest.json'))
if (!there) console.warn(`Tests of data quality on real data are skipped: ${join('..', 'shared', 'data')} is absent`)

describe.skipIf(!there)('the known defects of real data', () => {
  const load = async (files: readonly string[], format: string, instrument: string, timezone?: string) => {
    const paths = files.map((file) => join(DATA, file))
    await importFiles({ store, files: paths, format, instrument, ...(timezone === undefined ? {} : { timezone }) })
    return store.quality({ instrumentId: instrument })
  }
  const MT5 = ['fx/eurusd-m1-mt5/EURUSD_M1_2024_02.csv', 'fx/eurusd-m1-mt5/EURUSD_M1_2024_03.csv']

  it.each([
    ['February', Date.UTC(2024, 0, 31, 22), Date.UTC(2024, 1, 28, 22), 107, 271],
    ['March', Date.UTC(2024, 1, 29, 22), Date.UTC(2024, 2, 30), 91, 179],
  ] as const)(
    'MetaTrader in %s: finds gaps between rows of a week',
    { tags: ['full'] },
    async (_, from, to, gaps, missing) => {
      const { defects } = await load(MT5, 'mt5', 'EURUSD:BROKER')
      // Gaps at the ends of weeks are next to closed hours; a gap between rows has a row on either side.
      const atEnds = (at: number): boolean => [5, 0].includes(new Date(at).getUTCDay()) && at % 3_600_000 === 0
      const inside = defects.filter(
        (one) => one.kind === 'gap' && one.from >= from && one.to <= to && !atEnds(one.from) && !atEnds(one.to),
      )
      const count = inside.reduce((sum, one) => sum + one.count, 0)
      expect([inside.length, count, Math.max(...inside.map((one) => one.count)) <= 11]).toEqual([gaps, missing, true])
    },
  )

  it('MetaTrader keeps the hours of the market in its own zone, and is two hours late when read as UTC', async () => {
    const right = await load(MT5, 'mt5', 'EURUSD:BROKER')
    expect(right.summary).toMatchObject({ shift: null, closed: 0, weekends: 5 })
    const wrong = await load(MT5, 'mt5', 'EURUSD:WRONG', 'UTC')
    expect(wrong.summary.shift).toEqual({ hours: 2, by: 'week', weeks: 5, of: 5 })
    expect(wrong.months.map(({ shift }) => shift?.hours)).toEqual([2, 2])
    const west = await load(MT5, 'mt5', 'EURUSD:WEST', 'UTC-05:00')
    expect(west.summary.shift?.hours).toBe(7)
    // Three and a half days without a weekend: the pause at 17:00 New York reveals it.
    const days = { instrumentId: 'EURUSD:DAYS', from: Date.UTC(2024, 1, 5), to: Date.UTC(2024, 1, 9, 12) }
    expect((await shiftOf(days, 'Europe/Athens')).shift).toBeNull()
    expect((await shiftOf({ ...days, instrumentId: 'EURUSD:LATE' }, 'UTC')).shift).toMatchObject({
      hours: 2,
      by: 'night',
    })
  })

  /** The grade of part of the file as if it were all of it. */
  const shiftOf = async (part: { instrumentId: string; from: number; to: number }, timezone: string) => {
    const files = [join(DATA, MT5[0] as string)]
    const { columns } = await readColumns({ files, format: 'mt5', instrument: part.instrumentId, timezone })
    if (columns.kind !== 'bar') throw new Error('bars expected')
    const rows = columns.time
      .map((time, row) => (time >= part.from && time < part.to ? row : -1))
      .filter((row) => row >= 0)
    const taken = BAR_COLUMNS.map((name) => Float64Array.from(rows, (row) => columns[name][row] as number))
    const table: SeriesTable = { key: { interval: 'M1', price: 'quote' }, rows: rows.length, columns: taken }
    return gradeMonth(table, resolveInstrument(part.instrumentId)).summary
  }

  it('FXCM in 2012: finds crossed closes and single missing minutes', async () => {
    const sides = ['bid', 'ask'].map((side) => `fx/gbpusd-m1-fxcm/gbpusd-m1-${side}-2012.csv`)
    const { summary, defects } = await load(sides, 'fxcm', 'GBPUSD:FXCM')
    // 107 gaps of 120 minutes between rows, and the last minute of four Fridays.
    expect(summary).toMatchObject({ crossed: 347, gaps: 111, missing: 124, shift: null, closed: 0 })
    const crossed = defects.filter(({ kind }) => kind === 'crossed').reduce((sum, { count }) => sum + count, 0)
    expect(crossed).toBe(347)
  })

  it('FXCM in 2014: finds crossed ticks and closes', { tags: ['full'] }, async () => {
    const ticks = await load(['fx/eurusd-fxcm-lean/tick'], 'lean', 'EURUSD:FXCM')
    expect(ticks).toMatchObject({ interval: 'Tick', summary: { crossed: 48_141 } })
    expect(ticks.summary.goodPercent).toBeLessThan(50)
    const minutes = await load(['fx/eurusd-fxcm-lean/minute'], 'lean', 'EURUSD:FXCM-M1')
    expect(minutes).toMatchObject({ interval: 'M1', summary: { crossed: 374 } })
  })

  it('a cryptocurrency without a hole is complete, and scaled prices are all bad', { tags: ['full'] }, async () => {
    const coin = await load(['crypto/btc-perp-m1/btc-perp-m1-from-row-10001.csv'], 'csv', 'BTCUSD:FTX')
    expect(coin.summary).toMatchObject({ expected: 35_031, good: 35_031, goodPercent: 100 })
    expect(coin.defects).toEqual([])
    const scaled = await load(['fx/eurusd-h4d1/EURUSDh4.csv'], 'csv', 'EURUSD:EJ')
    expect(scaled.summary).toMatchObject({ good: 0, scaleFactor: 100_000 })
  })

  it('ticks and minutes from the same source are equally complete', { tags: ['full'] }, async () => {
    const ticks = await load(['fx/eurusd-oanda-lean/tick'], 'lean', 'EURUSD:OANDA')
    const minutes = await load(['fx/eurusd-oanda-lean/minute'], 'lean', 'EURUSD:OANDA-M1')
    expect(minutes.summary).toMatchObject({ expected: 15_840, good: 15_366, missing: 474, crossed: 0 })
    expect([ticks.summary.expected, ticks.summary.good]).toEqual([minutes.summary.expected, minutes.summary.good])
  })
})
