import { describe, expect, it } from 'vitest'
import { readFundingRates, writeFundingRates } from './funding-rates-csv.ts'
import { runTables, summarizeTables } from '../http/run-tables.ts'
import { readSpreadByHour, writeSpreadByHour } from './spread-by-hour-csv.ts'
import { readSwapRates, writeSwapRates } from './swap-rates-csv.ts'

const HOURS = Array.from({ length: 168 }, (_, hour) => 0.5 + (hour % 24) / 10)
const whole = writeSpreadByHour(HOURS)

describe('readSpreadByHour', () => {
  it('reads what writeSpreadByHour wrote, in any order and with any line breaks', () => {
    expect(readSpreadByHour(whole)).toEqual({ value: HOURS, problem: null })
    const [header, ...rows] = whole.trim().split('\n')
    const other = `\uFEFF${[' Hour, Pips', ...rows.toReversed(), ''].join('\r\n')}`
    expect(header).toBe('hour,pips')
    expect(readSpreadByHour(other).value).toEqual(HOURS)
  })

  it.each([
    ['', 1, 'the header is not hour,pips'],
    ['hour,pips\n', null, 'hour 0 is missing'],
    ['hour,pips\n0,1\n\n168,1\n', 4, '"168" is not an hour from 0 to 167'],
    ['hour,pips\n0.5,1\n', 2, '"0.5" is not an hour from 0 to 167'],
    ['hour,pips\n0,\n', 2, '"" is not a spread from 0 to 1000 pips'],
    ['hour,pips\n0,-1\n', 2, '"-1" is not a spread from 0 to 1000 pips'],
    ['hour,pips\n0,1,2\n', 2, 'has 3 cells instead of 2'],
    ['hour,pips\n0,1\n0,2\n', 3, 'hour 0 comes twice'],
    [whole.replace('\n77,', '\n76,'), 79, 'hour 76 comes twice'],
    [whole.replace(/\n77,.*\n/, '\n'), null, 'hour 77 is missing'],
  ])('names the problem and its line (%#)', (text, line, message) => {
    expect(readSpreadByHour(text)).toEqual({ value: null, problem: { line, message } })
  })
})

describe('readFundingRates', () => {
  it('reads times in milliseconds and ISO 8601', () => {
    const text = 'time,rate\n2024-02-01,0.0001\n2024-02-01T08:00Z,-0.0002\n2024-02-01 16:00,0\n1706832000000,1e-5\n'
    expect(readFundingRates(text).value).toEqual([
      [Date.UTC(2024, 1, 1), 0.0001],
      [Date.UTC(2024, 1, 1, 8), -0.0002],
      [Date.UTC(2024, 1, 1, 16), 0],
      [Date.UTC(2024, 1, 2), 1e-5],
    ])
    expect(readFundingRates('time,rate\n2024-02-01T10:00+02:00,0.1').value).toEqual([[Date.UTC(2024, 1, 1, 8), 0.1]])
  })

  it.each([
    ['rate,time\n', 1, 'the header is not time,rate'],
    ['time,rate\n\n', null, 'there are no rates'],
    ['time,rate\nnoon,0.1\n', 2, '"noon" is not a time like 2024-02-01T08:00Z or 1706774400000'],
    [
      'time,rate\n2024-02-31T99:00,0.1\n',
      2,
      '"2024-02-31T99:00" is not a time like 2024-02-01T08:00Z or 1706774400000',
    ],
    ['time,rate\n1706774400,0.1\n', 2, '"1706774400" is not a time like 2024-02-01T08:00Z or 1706774400000'],
    ['time,rate\n2024-02-30,0.1\n', 2, '"2024-02-30" is not a time like 2024-02-01T08:00Z or 1706774400000'],
    ['time,rate\n2024-02-01,\n', 2, '"" is not a rate like 0.0001'],
    ['time,rate\n2024-02-01,2\n', 2, '"2" is not a rate like 0.0001'],
    ['time,rate\n2024-02-01,0.1,\n', 2, 'has 3 cells instead of 2'],
    ['time,rate\n2024-02-01,0.1\n2024-02-01,0.1\n', 3, 'times must ascend'],
  ])('names the problem and its line (%#)', (text, line, message) => {
    expect(readFundingRates(text)).toEqual({ value: null, problem: { line, message } })
  })

  it('reads what writeFundingRates wrote', () => {
    const rates: [number, number][] = [
      [Date.UTC(2024, 1, 1), 0.0001],
      [Date.UTC(2024, 1, 1, 8, 0, 0, 3), -1e-7],
    ]
    expect(readFundingRates(writeFundingRates(rates)).value).toEqual(rates)
  })

  it('refuses more rows than fit', () => {
    const rows = Array.from({ length: 20_001 }, (_, at) => `${Date.UTC(2024, 0) + at},0`)
    expect(readFundingRates(`time,rate\n${rows.join('\n')}`).problem).toEqual({
      line: 20_002,
      message: 'at most 20000 rates are allowed',
    })
  })
})

describe('readSwapRates', () => {
  it('reads rates by day and skips blanks and empty lines', () => {
    expect(readSwapRates('\uFEFFDay, Long, Short\r\n2024-02-01, -0.62, 0.21\r\n\r\n2024-02-05,-0.7,0\n').value).toEqual(
      [
        [Date.UTC(2024, 1, 1), -0.62, 0.21],
        [Date.UTC(2024, 1, 5), -0.7, 0],
      ],
    )
  })

  it.each([
    ['day,short,long\n', 1, 'the header is not day,long,short'],
    ['day,long,short\n\n', null, 'there are no rates'],
    ['day,long,short\n2024-02-30,0,0\n', 2, '"2024-02-30" is not a day like 2024-02-01'],
    ['day,long,short\n2024-02-01T00:00Z,0,0\n', 2, '"2024-02-01T00:00Z" is not a day like 2024-02-01'],
    ['day,long,short\n1706745600000,0,0\n', 2, '"1706745600000" is not a day like 2024-02-01'],
    ['day,long,short\n2024-02-01,0\n', 2, 'has 2 cells instead of 3'],
    ['day,long,short\n2024-02-01,0,0,0\n', 2, 'has 4 cells instead of 3'],
    ['day,long,short\n2024-02-01,,0\n', 2, '"" is not a rate like -0.62'],
    ['day,long,short\n2024-02-01,0,NaN\n', 2, '"NaN" is not a rate like -0.62'],
    ['day,long,short\n2024-02-01,0,1e9\n', 2, '"1e9" is not a rate like -0.62'],
    ['day,long,short\n2024-02-01,0,0\n2024-02-01,0,0\n', 3, 'days must ascend'],
  ])('names the problem and its line (%#)', (text, line, message) => {
    expect(readSwapRates(text)).toEqual({ value: null, problem: { line, message } })
  })

  it('reads what writeSwapRates wrote, and fits the schema of the server', () => {
    const rates: [number, number, number][] = [
      [Date.UTC(2024, 1, 1), -0.62, 0.21],
      [Date.UTC(2024, 1, 2), 1e-7, -3],
    ]
    expect(readSwapRates(writeSwapRates(rates)).value).toEqual(rates)
    expect(runTables.parse({ swapRates: rates }).swapRates).toEqual(rates)
    expect(runTables.safeParse({ swapRates: rates.toReversed() }).success).toBe(false)
    expect(runTables.safeParse({ swapRates: [[1, 0, 0]] }).success).toBe(false)
    expect(summarizeTables(runTables.parse({ swapRates: rates }))?.swapRates).toEqual({
      count: 2,
      first: Date.UTC(2024, 1, 1),
      last: Date.UTC(2024, 1, 2),
    })
  })
})
