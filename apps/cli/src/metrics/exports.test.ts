import { UserError } from '@tradeloom/domain'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TradeRecord } from '@tradeloom/metrics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { parseEquity } from './parse-equity.ts'
import { parseTrades } from './parse-trades.ts'
import { readTable } from './read-table.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-exports-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function parsed(lines: readonly string[], gross = false) {
  const file = join(dir, 'list.csv')
  await writeFile(file, `${lines.join('\n')}\n`)
  return parseTrades(await readTable(file, 'positions'), { gross, pipSize: 0.0001 })
}
const trades = async (...lines: readonly string[]): Promise<readonly TradeRecord[]> => (await parsed(lines)).trades

async function refused(lines: readonly string[], message: RegExp): Promise<void> {
  await expect(parsed(lines)).rejects.toThrow(UserError)
  await expect(parsed(lines)).rejects.toThrow(message)
}

describe('TradingView', () => {
  const HEADER =
    'Trade #,Type,Date and time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,' +
    'Run-up USD,Run-up %,Drawdown USD,Drawdown %,Cumulative P&L USD,Cumulative P&L %'
  const ROWS = [
    '1,Exit long,2024-01-03 10:00,Close,1.1050,"10,000","11,000",49.5,0.45,80,0.7,-20,-0.2,49.5,0.5',
    '1,Entry long,2024-01-02 09:00,Buy,1.1000,"10,000","11,000",49.5,0.45,80,0.7,-20,-0.2,49.5,0.5',
    '2,Entry short,2024-01-04 09:00,Sell,1.1000,"10,000","11,000",-30,-0.3,5,0.1,-35,-0.3,19.5,0.2',
    '2,Exit short,2024-01-04 12:00,Close,1.1030,"10,000","11,000",-30,-0.3,5,0.1,-35,-0.3,19.5,0.2',
  ]

  it('combines the two rows of a trade, in money and not in percent', async () => {
    expect(await trades(HEADER, ...ROWS)).toMatchObject([
      {
        openTime: Date.UTC(2024, 0, 2, 9),
        closeTime: Date.UTC(2024, 0, 3, 10),
        profit: 49.5,
        direction: 'LONG',
        mae: -20,
        mfe: 80,
      },
      { openTime: Date.UTC(2024, 0, 4, 9), closeTime: Date.UTC(2024, 0, 4, 12), profit: -30, direction: 'SHORT' },
    ])
    const [long, short] = await trades(HEADER, ...ROWS)
    expect([long?.pips, short?.pips].map((pips) => Math.round(pips as number))).toEqual([50, -30])
  })

  it('recognizes an open trade by the name of its exit', async () => {
    const open = ROWS.map((row) => row.replace('12:00,Close', '12:00,Open'))
    const { trades: closed, notes } = await parsed([HEADER, ...open])
    expect(closed.length).toBe(1)
    expect(notes).toContain('1 trade that is still open was omitted')
  })

  it('refuses a trade without one of its two rows', () =>
    refused([HEADER, ...ROWS.slice(0, 3)], /list\.csv:4: trade 2 has no exit row/))
  it('refuses a trade with a repeated row', () =>
    refused([HEADER, ...ROWS, ROWS[3] as string], /trade 2 has two exit rows/))
})

describe('MetaTrader', () => {
  const HEADER = 'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'
  it('reads profits before commission and swap, and thousands grouped by spaces', async () => {
    const row = '2024.01.02 08:00:00,7,EURUSD,sell,0.5,1.1000,,,2024.01.02 10:30:00,1.0980,-3.50,-0.20,1 100.00'
    const { trades: found, notes } = await parsed([HEADER, row])
    expect(found[0]).toMatchObject({ commission: 3.5, swapCost: 0.2, direction: 'SHORT' })
    expect(found[0]?.profit).toBeCloseTo(1_096.3, 9)
    expect(notes.join()).toMatch(/MetaTrader reports profits before commission and swap: these were subtracted/)
  })
})

describe('commissions', () => {
  const head = 'close time,profit,commission'
  it('count as paid with either sign, if it is always the same', async () => {
    expect((await trades(head, '2024-01-02,1,-7', '2024-01-03,1,-0.5')).map(({ commission }) => commission)).toEqual([
      7, 0.5,
    ])
    expect((await trades(head, '2024-01-02,1,7', '2024-01-03,1,0')).map(({ commission }) => commission)).toEqual([7, 0])
  })
  it('are refused with mixed signs', () =>
    refused(
      [head, '2024-01-02,1,-7', '2024-01-03,1,0.5'],
      /list\.csv:3: commission "0\.5" has a different sign than .*:2/,
    ))
  it('are received when negative in a cost column or next to swap costs', async () => {
    expect(
      (await trades('close time,profit,commission cost', '2024-01-02,1,-7', '2024-01-03,1,2')).map(
        ({ commission }) => commission,
      ),
    ).toEqual([-7, 2])
    expect((await trades('close time,profit,commission,swapCost', '2024-01-02,1,-7,3'))[0]).toMatchObject({
      commission: -7,
      swapCost: 3,
    })
  })
})

describe('columns in percent', () => {
  it('are not money, whatever their prefix', async () => {
    expect((await trades('close time,Profit %,Profit USD', '2024-01-02,1.5,150'))[0]?.profit).toBe(150)
    await refused(['close time,Profit %', '2024-01-02,1.5'], /no column has the profit/)
    await refused(['close time,Profit (%)', '2024-01-02,1.5'], /no column has the profit/)
  })
  it('are not money in single cells, either', () =>
    refused(['close time,profit', '2024-01-02,1.5%'], /"1\.5%" is not a number/))
})

describe('rows', () => {
  it('may use several line breaks in one file', async () => {
    const file = join(dir, 'mixed.csv')
    await writeFile(file, 'close time,profit\r\n2024-01-02,1\n2024-01-03,2\r2024-01-04,3')
    const { trades: found } = parseTrades(await readTable(file, 'positions'), { gross: false, pipSize: null })
    expect(found.map(({ profit }) => profit)).toEqual([1, 2, 3])
  })

  it('with equal times in an equity curve are reported', async () => {
    const file = join(dir, 'e.csv')
    await writeFile(file, 'time,equity\n2024-01-01,100\n2024-01-01,101\n2024-01-02,102\n')
    expect(parseEquity(await readTable(file, 'equityCurve')).notes).toEqual([
      '1 row has the same time as the previous row: the last one of each time was used',
    ])
  })
})

describe('times', () => {
  const closing = async (column: string, cell: string): Promise<number | undefined> =>
    (await trades(`${column},profit`, `${cell},1`))[0]?.closeTime

  it('have the time zone of their column, unless they have their own', async () => {
    expect(await closing('Closing time (UTC+2)', '2024-01-31 08:30')).toBe(Date.UTC(2024, 0, 31, 6, 30))
    expect(await closing('Closing time (GMT-05:30)', '2024-01-31 08:30')).toBe(Date.UTC(2024, 0, 31, 14))
    expect(await closing('Closing time (UTC+2)', '2024-01-31T08:30Z')).toBe(Date.UTC(2024, 0, 31, 8, 30))
    expect(await closing('Closing time (UTC)', '2024-01-31 08:30')).toBe(Date.UTC(2024, 0, 31, 8, 30))
    expect(await closing('Closing time (UTC)', '2024-01-31 08:30 PM')).toBe(Date.UTC(2024, 0, 31, 20, 30))
    expect(await closing('Close date (YYYY-MM-DD)', '2024-01-31')).toBe(Date.UTC(2024, 1, 1))
    await refused(
      ['Closing time (EET),profit', '2024-01-31 08:30,1'],
      /list\.csv:2: "Closing time \(EET\)" does not name a known time zone/,
    )
  })

  it('as epoch numbers are seconds or milliseconds', async () => {
    expect(await closing('time', '1706689800')).toBe(1_706_689_800_000)
    expect(await closing('time', '1706689800123')).toBe(1_706_689_800_123)
  })

  it.each([
    '20240131',
    '202401310830',
    '20240131083000',
    '45322.35',
    '1706689800123456',
    '01/31/2024',
    '31.01.2024',
    '2024-02-30',
    '-5',
  ])('%s are refused rather than misread', (cell) =>
    refused(['time,profit', `${cell},1`], /list\.csv:2: time ".*" is not a time like/),
  )
})

describe('decimal commas', () => {
  it.each(['12,5', '0,125', '-0,125', '1.234,50'])('%s is refused', (cell) =>
    refused(['time;profit', `2024-01-31;${cell}`], /is not a number|may be/),
  )
  it('are ambiguous with thousands even if columns are separated by other characters', async () => {
    await refused(['time;profit', '2024-01-31;1,234'], /list\.csv:2: profit "1,234" may be 1\.234 or 1234/)
    expect((await trades('time;profit', '2024-01-31;1,234.50'))[0]?.profit).toBe(1_234.5)
    expect((await trades('time,profit', '2024-01-31,"1,234"'))[0]?.profit).toBe(1_234)
  })
  it('are refused in an equity curve, too', async () => {
    const file = join(dir, 'e.csv')
    await writeFile(file, 'time;equity\n2024-01-01;10,000\n2024-01-02;10,100\n')
    const table = await readTable(file, 'equityCurve')
    expect(() => parseEquity(table)).toThrow(/e\.csv:2: equity "10,000" may be 10\.000 or 10000/)
  })
})
