import type { Backtest } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { backtestTotals } from './totals.ts'
import { allowedActions } from '../use-backtest-actions.ts'

const row = (changes: Partial<Backtest>): Backtest =>
  ({
    status: 'Completed',
    start: '2026-01-01T00:00:00Z',
    end: '2026-03-02T21:00:00Z',
    profitPercentage: 4,
    maxDrawdownPercentage: 3,
    ...changes,
  }) as Backtest

describe('backtestTotals', () => {
  it('sums completed runs only', () => {
    const totals = backtestTotals([
      row({}),
      row({ maxDrawdownPercentage: 5, profitPercentage: 0 }),
      row({ status: 'Errored' }),
    ])
    expect(totals.months).toBeCloseTo(4, 1)
    expect(totals.averageMonthlyProfit).toBeCloseTo(1, 1)
    expect(totals.averageDrawdown).toBe(4)
  })

  it('has no averages without a completed run', () => {
    expect(backtestTotals([row({ status: 'Queued' })])).toEqual({
      months: 0,
      averageMonthlyProfit: null,
      averageDrawdown: null,
    })
  })
})

describe('allowedActions', () => {
  it.each([
    ['Queued', { cancel: true, stop: false, remove: false }],
    ['In Progress', { cancel: false, stop: true, remove: false }],
    ['Completed', { cancel: false, stop: false, remove: true }],
    ['Errored', { cancel: false, stop: false, remove: true }],
    ['Failed', { cancel: false, stop: false, remove: true }],
    ['Stopped', { cancel: false, stop: false, remove: true }],
  ] as const)('for a backtest that is %s are %j, and none for other users', (status, actions) => {
    expect(allowedActions({ status, readOnly: false })).toEqual(actions)
    expect(Object.values(allowedActions({ status, readOnly: true }))).toEqual([false, false, false])
  })
})
