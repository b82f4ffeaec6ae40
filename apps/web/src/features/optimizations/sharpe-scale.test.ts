import { expect, it } from 'vitest'
import { sharpeScale, sharpeText } from './sharpe-scale.ts'

const start = '2025-01-01T00:00:00.000Z'
const year = { start, end: '2026-01-01T00:00:00.000Z', daysPerYear: 260 }

it('Sharpe ratios of an optimization are annualized by its own days, and per day for less than 90 of them', () => {
  expect(sharpeScale(year)).toEqual({ factor: Math.sqrt(260), unit: 'year' })
  expect(sharpeScale({ ...year, daysPerYear: 365 }).factor).toBe(Math.sqrt(365))
  expect(sharpeScale({ ...year, end: '2025-03-31T00:00:00.000Z' })).toEqual({ factor: 1, unit: 'day' })
  expect(sharpeScale({ ...year, end: '2025-04-01T00:00:00.000Z' }).unit).toBe('year')
  expect(sharpeScale({ ...year, daysPerYear: null })).toEqual({ factor: 1, unit: 'day' })
})

it('an annualized Sharpe ratio of few positions is in brackets, as on the page of the backtest', () => {
  const [annual, daily] = [sharpeScale(year), sharpeScale({ ...year, daysPerYear: null })]
  expect([sharpeText(0.1, annual, 30), sharpeText(0.1, annual, 29)]).toEqual(['1.612', '(1.612)'])
  expect(sharpeText(-0.1, daily, 29)).toBe('−0.100')
  expect([sharpeText(Number.NaN, annual, 3), sharpeText(null, annual, 3)]).toEqual(['–', '–'])
})
