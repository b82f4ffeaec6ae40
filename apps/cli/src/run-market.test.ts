import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { BacktestSettings } from './options/parse-backtest-options.ts'
import { type MarketOptions, terminalMarket, type TerminalSeries } from './run-market.ts'

const MINUTE = 60_000
/** A Sunday, in the first hour of the forex week. */
const START = Date.UTC(2024, 0, 7, 22)

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-run-market-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(dir, name), text)
  return join(dir, name)
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 19)

/** Four minutes of one price, the last two in the next hour. */
function candles(): Promise<string> {
  const rows = [58, 59, 60, 61].map((minute) => `${iso(START + minute * MINUTE)},1.25,1.25,1.25,1.25`)
  return file('EURUSD.csv', `time,open,high,low,close\n${rows.join('\n')}\n`)
}

function ticks(name: string, header: string, cells: string): Promise<string> {
  const rows = Array.from({ length: 40 }, (_, tick) => `${iso(START + 57 * MINUTE + tick * 10_000)},${cells}`)
  return file(name, `${header}\n${rows.join('\n')}\n`)
}

async function market(
  options: Partial<MarketOptions>,
  settings: Partial<BacktestSettings> = {},
  others: readonly string[] = [],
) {
  const plain = { format: 'csv', resolution: 'minute', data: join(dir, 'data') }
  return terminalMarket(
    { ...plain, ...options } as MarketOptions,
    { resolution: 1, from: null, to: null, spreadPips: null, ...settings } as BacktestSettings,
    others,
  )
}

async function column(series: TerminalSeries | null | undefined, name: string): Promise<number[]> {
  const { path, columns } = series?.columnsFile ?? { path: '', columns: [] }
  const { byteOffset, length } = columns.find((one) => one.name === name) ?? { byteOffset: 0, length: 0 }
  const bytes = await readFile(path)
  return Array.from({ length }, (_, row) => bytes.readDoubleLE(byteOffset + 8 * row))
}

const hours = (pips: (hour: number) => number | string): string =>
  `hour,pips\n${Array.from({ length: 168 }, (_, hour) => `${hour},${pips(hour)}`).join('\n')}\n`

describe('files with one price', () => {
  it('use the spread of each hour from a file', async () => {
    const spreadFile = await file(
      'spread.csv',
      hours((hour) => hour / 10),
    )
    const run = await market({ file: [await candles()], spreadFile })
    const close = async (name: string): Promise<number[]> =>
      (await column(run.series[0], name)).map((price) => Number(((price - 1.25) / 0.0001).toFixed(6)))
    expect([await close('bidClose'), await close('askClose')]).toEqual([
      [-1.1, -1.1, -1.15, -1.15],
      [1.1, 1.1, 1.15, 1.15],
    ])
    expect(run.notes).toEqual([expect.stringMatching(/a spread by hour of the week is assumed, 0 to 16\.7 pips/)])
    await run.close()
    await expect(stat(run.columnsDir)).rejects.toThrow(/ENOENT/)
  })

  it.each([
    ['missing', null, /spread\.csv: no such file/],
    ['wrong header', 'stunde,pips\n', /line 1: the header is not hour,pips/],
    ['an hour outside the week', 'hour,pips\n168,1\n', /line 2: "168" is not an hour from 0 to 167/],
    ['a duplicate hour', 'hour,pips\n1,1\n1,2\n', /line 3: hour 1 comes twice/],
    ['a missing hour', hours((hour) => hour).replace('7,7\n', ''), /spread\.csv: hour 7 is missing/],
    ['a negative spread', hours((hour) => (hour === 9 ? -1 : 1)), /line 11: "-1" is not a spread from 0 to 1000 pips/],
    ['an empty spread', hours((hour) => (hour === 9 ? '' : 1)), /line 11: "" is not a spread from 0 to 1000 pips/],
  ])('reject a spread file: %s', async (_, text, message) => {
    const spreadFile = text === null ? join(dir, 'spread.csv') : await file('spread.csv', text)
    await expect(market({ file: [await candles()], spreadFile })).rejects.toThrow(message)
  })

  it('reject two spreads', async () => {
    const spreadFile = await file(
      'spread.csv',
      hours(() => 1),
    )
    const both = market({ file: [await candles()], spreadFile }, { spreadPips: 1 })
    await expect(both).rejects.toThrow('Pass --spread or --spread-file, not both')
  })
})

describe('what is found in files', () => {
  it('is passed on: order of dates, rows out of order, repeated rows and gaps', async () => {
    const clocks = ['22:00', '22:02', '22:01', '22:02', '23:02', '23:03']
    const rows = clocks.map((clock) => `01/15/2024 ${clock},1.25,1.25,1.25,1.25`)
    const run = await market({ file: [await file('EURUSD.csv', `time,open,high,low,close\n${rows.join('\n')}\n`)] })
    await run.close()
    const [order, sorted, repeated, gap] = run.notes
    expect(order).toMatch(/EURUSD\.csv line 2: dates were read as month\/day\/year, as 01\/15\/2024 shows$/)
    expect(sorted).toMatch(/^1 row out of order, sorted, first .*EURUSD\.csv line 4/)
    expect(repeated).toMatch(/^1 repeated row, kept once, first .*EURUSD\.csv line 5/)
    expect(gap).toMatch(
      /^EURUSD:FILE: 59 bars missing in 1 gap, the largest from 2024-01-15 22:03 to 2024-01-15 23:02 UTC/,
    )
  })

  it('is the choice between its symbols', async () => {
    const rows = ['EURUSD', 'GBPUSD'].flatMap((symbol) =>
      [58, 59].map((minute) => `${symbol},${iso(START + minute * MINUTE)},1.25,1.25,1.25,1.25`),
    )
    const path = await file('EURUSD.csv', `symbol,time,open,high,low,close\n${rows.join('\n')}\n`)
    await expect(market({ file: [path] })).rejects.toThrow(/EURUSD\.csv line 4: GBPUSD after EURUSD/)
    const run = await market({ file: [path], symbol: 'EURUSD' })
    await run.close()
    expect(run.notes[0]).toMatch(/^2 rows of other symbols, left out, first .*line 4: a row of GBPUSD/)
    const both = await market({ file: [path], symbol: 'EURUSD', market: [`GBPUSD=${path}`] }, {}, ['GBPUSD'])
    await both.close()
    expect(both.series.map(({ instrumentId }) => instrumentId)).toEqual(['EURUSD:FILE', 'GBPUSD:FILE'])
    const imported = market({ instrument: 'EURUSD:X', format: undefined, symbol: 'EURUSD' } as object)
    await expect(imported).rejects.toThrow('--symbol requires --file')
  })
})

describe('options without effect are rejected', () => {
  it('a spread for data with bid and ask', async () => {
    const file = [await ticks('quotes.csv', 'time,bid,ask', '1.25,1.26')]
    const quoted = (options: Partial<MarketOptions>) =>
      market({ file, instrument: 'EURUSD:X', ...options }, { resolution: 0, spreadPips: 2 })
    await expect(quoted({ spread: '2' })).rejects.toThrow(
      '--spread is for data with one price; this data has bid and ask',
    )
  })

  it('a file format without files', async () => {
    await expect(market({ instrument: 'EURUSD:X', timezone: 'UTC' })).rejects.toThrow('--format requires --file')
  })

  it('a period after the end of the files', async () => {
    const late = market({ file: [await candles()] }, { from: START + 9_000 * MINUTE })
    await expect(late).rejects.toThrow(
      /The files contain nothing from 2024-01-14T04:00Z on: they end at 2024-01-07T23:02Z/,
    )
  })
})

describe('ticks in addition to minutes', () => {
  it('are cut to the period and get the same spread', async () => {
    const intrabarTicks = [await ticks('ticks.csv', 'time,price', '1.25')]
    const options = { file: [await candles()], intrabarTicks, intrabarTicksFormat: 'csv' }
    const run = await market(options, { spreadPips: 2 })
    const time = await column(run.intrabarTicks, 'time')
    // Ticks from 57:00 to 63:30; the period is that of the four minutes.
    expect([time.length, time[0], time.at(-1)]).toEqual([24, START + 58 * MINUTE, START + 62 * MINUTE - 10_000])
    expect((await column(run.intrabarTicks, 'bid'))[0]).toBe(1.25 - 0.0001)
    expect([run.intrabarTicks?.instrumentId, run.series.length]).toEqual(['EURUSD:FILE', 1])
    expect(run.notes).toEqual([expect.stringMatching(/fixed spread of 2/), expect.stringMatching(/^24 ticks/)])
    await run.close()
  })

  it.each([
    ['without a format', { intrabarTicksFormat: undefined }, {}, /--intrabar-ticks needs --intrabar-ticks-format/],
    ['with bid and ask for minutes with one price', { quoted: true }, {}, /the minutes have one price \(trades\), the ticks have bid and ask/],
    ['that are bars', { bars: true }, {}, /--intrabar-ticks: the files contain M1 data, not ticks/],
    ['outside the period', {}, { from: START + 59 * MINUTE + 59_000, to: START + 59 * MINUTE + 59_500 }, /no ticks within the period/],
    ['in a run on ticks', { file: 'ticks' }, { resolution: 0 }, /nothing is finer than ticks/],
    ['for imported minutes', { file: undefined, instrument: 'EURUSD:X' }, {}, /--intrabar-ticks requires --file/],
    ['without files', { none: true }, {}, /--intrabar-ticks-format and --intrabar-ticks-timezone require --intrabar-ticks/],
  ])('are rejected: %s', async (_, change, settings, message) => {
    const { quoted, bars, none, ...options } = change as Record<string, never>
    const path = await candles()
    const one = await ticks('ticks.csv', 'time,price', '1.25')
    const two = await ticks('quotes.csv', 'time,bid,ask', '1.25,1.26')
    const intrabarTicks = quoted ? two : bars ? path : one
    const all = { file: [path], intrabarTicks: [intrabarTicks], intrabarTicksFormat: 'csv', ...options } as Record<string, unknown>
    if (all['file'] === 'ticks') all['file'] = [one]
    if (all['file'] === undefined) delete all['file']
    if (none) delete all['intrabarTicks']
    if ((settings as Partial<BacktestSettings>).resolution === 0) all['instrument'] = 'EURUSD:X'
    await expect(market(all as Partial<MarketOptions>, settings as Partial<BacktestSettings>)).rejects.toThrow(message)
  }) // prettier-ignore
})
