import { expect, it } from 'vitest'
import { measureText } from './measure-text.ts'

const chart = { precision: 5, barsBetween: () => -96 }
const DAY = 86_400_000

it('measures the change of the price in units and percent, and the time in bars and days', () => {
  const points = [
    { time: DAY + 5_400_000, price: 1.1 },
    { time: 0, price: 1.0945 },
  ]
  expect(measureText({ kind: 'measure', points }, chart)).toEqual(['−0.00550 (−0.50 %)', '96 bars, 1 d 1 h 30 min'])
  expect(measureText({ kind: 'trend', points }, chart)).toEqual([])
})

it('shows no percentage of a price of zero', () => {
  const points = [
    { time: 0, price: 0 },
    { time: 60_000, price: 2 },
  ]
  expect(measureText({ kind: 'measure', points }, { precision: 1, barsBetween: () => 1 })).toEqual([
    '+2.0',
    '1 bar, 1 min',
  ])
})
