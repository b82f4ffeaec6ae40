import { type Backtest, backtest } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sampleOf } from '../../testing/sample-of.ts'
import { isFiltered, listFilters, matchesFilters, toQuery } from './list-filters.ts'

const ROW: Backtest = {
  ...(sampleOf(backtest) as Backtest),
  algorithmName: 'Breakout',
  symbol: 'EURUSD',
  status: 'Errored',
  starred: false,
  note: 'with a wide stop',
}

it('ignores what an address has wrong', () => {
  expect(listFilters.parse({ status: 'Ended', starred: 'yes', algorithm: '1', symbol: 'EURUSD', q: 5 })).toEqual({
    symbol: 'EURUSD',
  })
  expect(isFiltered(listFilters.parse({ status: 'Ended' }))).toBe(false)
})

it('becomes the query of a call', () => {
  expect(toQuery({ status: 'Queued,Stopped', starred: true })).toEqual({ status: 'Queued,Stopped', starred: 'true' })
})

it.each([
  [{}, true],
  [{ status: 'Completed,Errored' }, true],
  [{ status: 'Completed' }, false],
  [{ symbol: 'eurusd' }, true],
  [{ symbol: 'USDJPY' }, false],
  [{ starred: true }, false],
  [{ q: ' break ' }, true],
  [{ q: 'WIDE' }, true],
  [{ q: 'narrow' }, false],
  [{ algorithm: ROW.algorithmId, q: 'break', status: 'Errored' }, true],
] as const)('selects a row by %j: %j', (filters, isSelected) => {
  expect(matchesFilters(ROW, filters)).toBe(isSelected)
})
