import { expect, it } from 'vitest'
import { backtestColumns } from './backtest-columns.tsx'

/** In the order of the specification. */
const SPECIFIED = [
  'Created (UTC)',
  'User',
  'Algorithm Version',
  'Symbol',
  'Broker',
  'Start',
  'End',
  'Duration',
  'Interval',
  'Resolution',
  'Externals',
  'Initial Balance',
  'Position Count',
  'Maximum Drawdown (%)',
  'Status',
  'Closing Equity',
  'Profit (%)',
  'Return / drawdown',
]

it('The list of backtests has every column of the specification, results first', () => {
  const headers = backtestColumns({ isAll: true, isOwn: true, differing: new Map() }).map(({ header }) => header)
  expect(SPECIFIED.filter((name) => !headers.includes(name))).toEqual([])
  expect(headers.indexOf('Profit (%)')).toBeLessThan(headers.indexOf('Initial Balance'))
})
