import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeMetrics, inputFromEquity, inputFromTrades } from '@tradeloom/metrics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Ended, runInProcess } from '../in-process.fixture.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-metrics-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

function metrics(...args: string[]): Promise<Ended> {
  return runInProcess(dir, ['metrics', ...args])
}

const file = (name: string, text: string | Buffer) => writeFile(join(dir, name), text)

interface Printed {
  readonly input: Record<string, unknown>
  readonly notes: string[]
  readonly metrics: Record<string, { value: number | null; reason: string | null; n: number }>
  readonly breakdowns: { readonly byInstrument: { key: string; n: number }[] }
}

async function json(...args: string[]): Promise<Printed> {
  return JSON.parse((await metrics(...args, '--json')).stdout) as Printed
}

const META = `Open Time;Close Time;Symbol;Type;Volume;Open Price;Close Price;Commission;Swap;Profit
2024.01.02 08:00:00;2024.01.02 10:00:00;EURUSD;buy;1;1.1000;1.1010;-7;0;100
2024.01.05 08:00:00;2024.01.05 11:00:00;GBPUSD;buy;1;1.2000;1.2005;-7;0.5;50
2024.01.03 08:00:00;2024.01.04 10:00:00;EURUSD;sell;1;1.1000;1.1020;-7;-1.5;-200
`

describe('the result of a backtest', () => {
  const DAY = 86_400_000
  const START = Date.UTC(2024, 0, 1)
  const equityCurve = { time: [START, START + DAY / 2, START + 3.5 * DAY], equity: [1_000, 1_020, 990] }

  it('takes returns from the equity at the ends of days, which its thinned curve does not have', async () => {
    const dailyEquity = { time: [1, 2, 3, 4].map((day) => START + day * DAY), equity: [1_010, 1_005, 1_000, 990] }
    await file('r.json', JSON.stringify({ equityCurve, dailyEquity }))
    const { metrics, notes } = await json('--equity', 'r.json')
    const returns = [1_010 / 1_000, 1_005 / 1_010, 1_000 / 1_005, 990 / 1_000].map((factor) => factor - 1)
    const average = returns.reduce((sum, one) => sum + one, 0) / 4
    expect(metrics['averageDailyReturn']?.value).toBeCloseTo(average * 100, 12)
    expect(metrics['maxDrawdownMoney']?.value).toBe(30)
    expect(notes).toEqual([])
  })

  it('says that returns are approximate without them', async () => {
    await file('r.json', JSON.stringify({ equityCurve }))
    expect((await json('--equity', 'r.json')).notes.join()).toContain('values by day and by month are approximate')
  })

  it.each([{ time: [START] }, { time: [START], equity: ['1'] }, { time: [START], equity: [] }, 'none'])(
    'refuses daily equity that is none: %j',
    async (dailyEquity) => {
      await file('r.json', JSON.stringify({ equityCurve, dailyEquity }))
      const { status, stderr } = await metrics('--equity', 'r.json')
      expect(status).toBe(1)
      expect(stderr).toContain('r.json: "dailyEquity" must have a time and an equity for each day')
    },
  )
})

describe('trades', () => {
  it('of a MetaTrader export: gross profits, costs as amounts to add, pips from prices', async () => {
    await file('t.csv', META)
    const { input, metrics, breakdowns, notes } = await json('--trades', 't.csv', '--gross', '--pip-size', '0.0001')
    const start = Date.UTC(2024, 0, 2, 8)
    expect(input).toMatchObject({ kind: 'trades', trades: 3, start, initialBalance: 10_000, calendar: 'forex' })
    expect(metrics['profit']?.value).toBeCloseTo(100 - 7 + 50 - 7 + 0.5 - 200 - 7 - 1.5, 9)
    expect(metrics['commissionCosts']?.value).toBe(21)
    expect(metrics['swapCosts']?.value).toBe(1)
    expect(metrics['realizedPips']?.value).toBeCloseTo(10 - 20 + 5, 9)
    expect(metrics['averageHolding']?.value).toBeCloseTo((2 + 26 + 3) / 3, 12)
    expect(breakdowns.byInstrument.map(({ key, n }) => [key, n])).toEqual([
      ['EURUSD', 2],
      ['GBPUSD', 1],
    ])
    expect(notes).toContain('Rows were sorted by closing time')
  })

  it('of the MetaTrader 5 history, which has two columns of the same name', async () => {
    const header = 'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'
    const row = '2024.01.02 08:00:00,7,EURUSD,sell,0.5,1.1000,,,2024.01.02 10:30:00,1.0980,-3.50,-0.20,100.00'
    await file('t.csv', `${header}\n${row}\n`)
    const { metrics } = await json('--trades', 't.csv', '--gross', '--pip-size', '0.0001')
    expect(metrics['profit']?.value).toBeCloseTo(96.3, 9)
    expect(metrics['averageHolding']?.value).toBe(2.5)
    expect(metrics['realizedPips']?.value).toBeCloseTo(20, 9)
  })

  it('without a loss have no profit factor, which is shown as infinite', async () => {
    await file('t.csv', 'close time,profit\n2024-01-02,5\n2024-01-03,7\n')
    expect((await metrics('--trades', 't.csv')).stdout).toMatch(/Profit factor +∞ +2 +Nothing was lost/)
    expect((await json('--trades', 't.csv')).metrics['grossProfitFactor']?.value).toBeNull()
  })

  it('of other exports: quoted thousands, parentheses, signs, ISO and epoch times, JSON', async () => {
    await file(
      'a.csv',
      '﻿"Exit Time","Net P&L (USD)"\r\n2024-01-03T10:00:00+02:00,"$1,250.50"\r\n1704445200,(250.5)\r\n',
    )
    const a = await json('--trades', 'a.csv', '--balance', '5000')
    expect(a.metrics['profit']?.value).toBe(1_000)
    expect(a.input).toMatchObject({ start: Date.UTC(2024, 0, 3, 8), end: 1_704_445_200_000, initialBalance: 5_000 })
    await file('b.json', JSON.stringify([{ closeTime: 1_704_445_200_000, profit: 5, openTime: null }]))
    expect((await json('--trades', 'b.json')).metrics['expectancy']).toMatchObject({ value: 5, n: 1 })
  })

  it('of a printed result, without its open positions', async () => {
    const closed = { openTime: 1_704_441_600_000, closeTime: 1_704_445_200_000, profit: 5, mae: -2, mfe: 7, risk: 10 }
    const positions = [closed, { ...closed, closeTime: null, direction: 'SHORT', spreadCost: 1 }]
    await file('result.json', JSON.stringify({ engineVersion: '1', positions }))
    const { metrics, notes } = await json('--trades', 'result.json')
    expect(metrics['maeAverage']?.value).toBe(-2)
    expect(metrics['expectancyR']?.value).toBe(0.5)
    expect(notes).toContain('1 row without a close time was omitted')
  })

  it('in UTF-16, as MetaTrader saves reports', async () => {
    await file('t.csv', Buffer.from(`\uFEFF${META}`, 'utf16le'))
    expect((await json('--trades', 't.csv')).metrics['profit']?.value).toBe(-50)
  })
})

describe('every metric', () => {
  const COLUMNS = ['openTime', 'closeTime', 'profit', 'direction', 'notional', 'pips', 'risk', 'mae', 'mfe', 'maePips']
  const MORE = ['mfePips', 'commission', 'swapCost', 'fundingCost', 'spreadCost', 'slippageCost']
  const trades = Array.from({ length: 60 }, (_, at) => {
    const profit = ((at * 37) % 41) - 17.5
    return {
      openTime: Date.UTC(2024, 0, 1 + 2 * at, 7),
      closeTime: Date.UTC(2024, 0, 1 + 2 * at, 7 + (at % 40)),
      profit,
      direction: at % 3 === 0 ? ('LONG' as const) : ('SHORT' as const),
      notional: 1_000 + at,
      pips: profit / 3,
      risk: 12,
      mae: Math.min(-1, profit),
      mfe: Math.max(1, profit + 2),
      maePips: -4,
      mfePips: 9,
      commission: 0.75,
      swapCost: (at % 5) - 2.25,
      fundingCost: 0.125,
      spreadCost: 0.5,
      slippageCost: -0.25,
    }
  })

  it('of a list of trades, read from CSV and from JSON, matches its definition', async () => {
    const names = [...COLUMNS, ...MORE] as (keyof (typeof trades)[number])[]
    const rows = trades.toReversed().map((trade) => names.map((name) => trade[name]).join(','))
    await file('all.csv', `${names.join(',')}\n${rows.join('\n')}\n`)
    await file('all.json', JSON.stringify(trades))
    const expected = computeMetrics(inputFromTrades(trades, { initialBalance: 2_000 }))
    for (const name of ['all.csv', 'all.json']) {
      const { metrics } = await json('--trades', name, '--balance', '2000')
      expect(metrics, name).toEqual(JSON.parse(JSON.stringify(expected)))
    }
    const known = Object.values(expected).filter(({ value }) => value !== null)
    expect(known.length).toBeGreaterThanOrEqual(70)
  })

  it('of an equity curve matches its definition', async () => {
    const points = trades.map((trade, at) => [trade.closeTime, 1_000 + at + trade.profit] as const)
    await file('curve.csv', `time;equity\n${points.map((point) => point.join(';')).join('\n')}\n`)
    const [time, equity] = [points.map(([timestamp]) => timestamp), points.map(([, value]) => value)]
    const expected = computeMetrics(inputFromEquity({ time, equity }))
    expect((await json('--equity', 'curve.csv')).metrics).toEqual(JSON.parse(JSON.stringify(expected)))
  })
})

describe('an equity curve', () => {
  it('is printed as one JSON object and nothing else', async () => {
    await file('e.csv', 'time,equity\n2024-01-01,10\n2024-01-02,11\n')
    const { status, stdout, stderr } = await metrics('--equity', 'e.csv', '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['input', 'notes', 'metrics', 'breakdowns'])
  })

  it('of dates has each at the end of its day', async () => {
    await file('e.csv', 'date,equity\n2024-01-01,10000\n2024-01-02,10100\n2024-01-04,9999\n')
    const { input, metrics } = await json('--equity', 'e.csv')
    expect(input).toMatchObject({ kind: 'equity', points: 3, start: Date.UTC(2024, 0, 2), calendar: 'forex' })
    expect(metrics['averageDailyReturn']?.value).toBeCloseTo((1 + 0 - 1) / 3, 12)
    expect(metrics['averageDailyReturn']?.n).toBe(3)
    expect(metrics['maxDrawdown']?.value).toBeCloseTo(1, 12)
    expect(metrics['winRate']).toMatchObject({ value: null, reason: 'not-given' })
  })

  it('can be read from the columns of a result', async () => {
    const equityCurve = {
      time: [0, 1, 2, 3].map((day) => 1_704_067_200_000 + day * 86_400_000),
      equity: [10, 11, 12, 11],
    }
    await file('result.json', JSON.stringify({ equityCurve }))
    expect((await json('--equity', 'result.json', '--calendar', 'always')).metrics['profit']?.value).toBe(1)
  })

  it('prints a readable table with values, n, intervals and reasons', async () => {
    await file(
      'e.csv',
      `date,equity\n${Array.from({ length: 28 }, (_, d) => `2024-02-${String(d + 1).padStart(2, '0')},${1_000 + ((d * 7) % 9)}`).join('\n')}\n`,
    )
    const { status, stdout } = await metrics('--equity', 'e.csv')
    expect(status).toBe(0)
    expect(stdout).toMatch(/RETURN +value +n +95 % interval/)
    expect(stdout).toMatch(/Profit +-?\d+\.\d\d +27 +-?[\d.]+ to [\d.]+\n/)
    expect(stdout).toMatch(
      /Sharpe ratio \(daily, annualized\) +- +27 +Not meaningful for less than 90 days or 30 positions/,
    )
    expect(stdout).toMatch(/Win rate +- +0 +The data does not contain/)
  })
})

describe('reports what is wrong and where', () => {
  it.each([
    ['no file at all', [], {}, /--trades FILE or --equity FILE/],
    ['two files', ['--trades', 'a', '--equity', 'b'], {}, /Pass one file/],
    ['a missing file', ['--trades', 'no.csv'], {}, /no\.csv: no such file/],
    ['a folder', ['--trades', '.'], {}, /this is not a file/],
    ['an empty file', ['--trades', 'x.csv'], { 'x.csv': ' \n' }, /x\.csv: the file is empty/],
    ['a header without rows', ['--trades', 'x.csv'], { 'x.csv': 'close time,profit\n' }, /a header but no rows/],
    ['no profit', ['--trades', 'x.csv'], { 'x.csv': 'close time,size\n1,1\n' }, /x\.csv:1: no column has the profit/],
    [
      'no time',
      ['--trades', 'x.csv'],
      { 'x.csv': 'when,profit\n1,1\n' },
      /x\.csv:1: no column has the closing time.*when, profit/,
    ],
    [
      'a duplicate column',
      ['--trades', 'x.csv'],
      { 'x.csv': 'Profit,close time,profit\n1,1,1\n' },
      /two columns are called/,
    ],
    [
      'a profit that is not a number',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n2024-01-01,1\n2024-01-02,NaN\n' },
      /x\.csv:3: profit "NaN" is not a number/,
    ],
    [
      'a decimal comma',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time;profit\n2024-01-01;12,5\n' },
      /x\.csv:2: profit "12,5" is not a number/,
    ],
    [
      'a day that does not exist',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n2024-02-30,1\n' },
      /x\.csv:2: close time "2024-02-30" is not a time/,
    ],
    [
      'a date that does not begin with the year',
      ['--equity', 'x.csv'],
      { 'x.csv': 'time,equity\n01/02/2024,1\n02/02/2024,2\n' },
      /x\.csv:2: time "01\/02\/2024" is not a time/,
    ],
    [
      'a missing profit',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n2024-01-01,\n' },
      /x\.csv:2: the trade has no profit/,
    ],
    [
      'a trade that closes before it opens',
      ['--trades', 'x.csv'],
      { 'x.csv': 'open time,close time,profit\n2024-01-03,2024-01-01,1\n' },
      /x\.csv:2: the trade closes before it opens/,
    ],
    [
      'a row of another length',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n2024-01-01,1\n2024-01-02\n' },
      /x\.csv:3: this row has more or fewer columns/,
    ],
    [
      'an unclosed quotation mark',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n"2024,1\n' },
      /x\.csv:\d: a quotation mark/,
    ],
    [
      'an unknown direction',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit,type\n2024-01-01,1,balance\n' },
      /x\.csv:2: "balance" is neither long/,
    ],
    [
      'a single point of equity',
      ['--equity', 'x.csv'],
      { 'x.csv': 'time,equity\n2024-01-01,1\n' },
      /at least two rows, this file has 1/,
    ],
    [
      'equity that starts at zero',
      ['--equity', 'x.csv'],
      { 'x.csv': 'time,equity\n2024-01-01,0\n2024-01-02,1\n' },
      /starting balance with --balance/,
    ],
    ['broken JSON', ['--equity', 'x.json'], { 'x.json': '[{"time":1' }, /x\.json: not valid JSON/],
    ['JSON of numbers', ['--equity', 'x.json'], { 'x.json': '[1,2]' }, /x\.json, entry 0: this is not an object/],
    ['JSON without a list', ['--trades', 'x.json'], { 'x.json': '{"a":1}' }, /an object with "positions"/],
    ['a binary file', ['--trades', 'x.csv'], { 'x.csv': 'a\0b' }, /this is not a text file/],
    [
      'profits beyond the range of numbers',
      ['--trades', 'x.csv'],
      { 'x.csv': 'close time,profit\n2024-01-01,1e308\n2024-01-02,1e308\n' },
      /x\.csv: The profits are too large/,
    ],
    ['a bad balance', ['--trades', 'x.csv', '--balance', '-1'], {}, /--balance -1 must be a number above 0/],
    ['a bad calendar', ['--trades', 'x.csv', '--calendar', 'moon'], {}, /--calendar moon must be forex or always/],
  ] as const)('%s', async (_, args, files, message) => {
    for (const [name, text] of Object.entries(files)) await file(name, text)
    const { status, stdout, stderr } = await metrics(...args)
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
    expect(stderr).toMatch(message)
  })

  it('in one line, with status 1', async () => {
    await file('x.csv', 'close time,profit\n2024-01-01,twelve\n')
    const { status, stdout, stderr } = await metrics('--trades', 'x.csv')
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'x.csv:2: profit "twelve" is not a number like -1234.5\n',
    })
  })
})
