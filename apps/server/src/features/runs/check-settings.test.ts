import { defineInstrument } from '@tradeloom/domain'
import type { InstrumentSummary } from '@tradeloom/market-data'
import { expect, it } from 'vitest'
import { checkPeriod, endOfData } from './check-settings.ts'

const month = (first: string, last: string) => ({ first: Date.parse(first), last: Date.parse(last) })

/** Minutes of January 2014 and of January to March 2024. */
const INSTRUMENT = {
  ...defineInstrument('EURUSD:OANDA'),
  series: [
    {
      interval: 'M1',
      price: 'quote',
      rows: 9,
      damaged: [],
      months: [
        month('2014-01-02T00:00Z', '2014-01-31T21:59Z'),
        month('2024-01-02T00:00Z', '2024-01-31T23:59Z'),
        month('2024-02-01T00:00Z', '2024-03-29T20:59Z'),
      ],
    },
  ],
} as unknown as InstrumentSummary

const check = (start: string, end: string) => () =>
  checkPeriod(INSTRUMENT, 1, Date.parse(`${start}T00:00Z`), Date.parse(`${end}T00:00Z`))

it('A period outside of the data is refused at its field, and one around a gap is not', () => {
  expect(check('2014-01-06', '2024-02-01')).not.toThrow()
  expect(check('2024-01-02', '2024-04-01')).not.toThrow()
  expect(check('2013-12-30', '2014-01-10')).toThrow('Price data for EURUSD:OANDA unavailable before 2014-01-02')
  expect(check('2024-03-01', '2024-04-02')).toThrow('Price data for EURUSD:OANDA unavailable after 2024-03-29')
  const gap = 'Price data for EURUSD:OANDA unavailable between 2014-01-31 and 2024-01-02'
  expect(check('2018-01-01', '2024-02-01')).toThrow(gap)
  expect(check('2014-01-06', '2018-01-01')).toThrow(gap)
})

it('A run that ends now ends with the last minute', () => {
  expect(endOfData(INSTRUMENT, 1)).toBe(Date.parse('2024-03-29T21:00Z'))
  expect(endOfData(INSTRUMENT, 0)).toBe(0)
})
