import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { backtestColumns, ExternalsCell } from './backtest-columns.tsx'
import { differingExternals } from './differing-externals.ts'

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

it('Lists of other users have no actions', () => {
  const ids = (isOwn: boolean) => backtestColumns({ isAll: false, isOwn, differing: new Map() }).map(({ id }) => id)
  expect(ids(true)).toContain('actions')
  expect(ids(false)).not.toContain('actions')
})

it('The column of externals has all of them, those first that differ from other runs', () => {
  const row = (fast: number) => ({ algorithmId: 'a', externals: { slow: 20, fast } })
  const cell = (rows: ReturnType<typeof row>[]) =>
    render(<ExternalsCell row={rows[0]!} differing={differingExternals(rows)} />).container.textContent
  expect(cell([row(5), row(8)])).toBe('fast = 5, slow = 20')
  expect(cell([row(5), row(5)])).toBe('slow = 20, fast = 5')
})
