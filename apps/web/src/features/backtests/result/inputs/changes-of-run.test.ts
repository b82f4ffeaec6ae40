import { type Backtest, backtest } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sampleOf } from '../../../../testing/sample-of.ts'
import { changedFigures, changedInputs } from './changes-of-run.ts'

const BEFORE: Backtest = {
  ...(sampleOf(backtest) as Backtest),
  displayVersionNo: 'v1',
  interval: 'M15',
  initialBalance: 10_000,
  externals: { fast: 5, slow: 20 },
  profitPercentage: 2,
  maxDrawdownPercentage: 4,
  profitFactor: null,
  positionCount: 10,
}

it('names the inputs that were changed, externals by their name', () => {
  const after = { ...BEFORE, displayVersionNo: 'v2', interval: 'H1' as const, externals: { fast: 8, slow: 20, gap: 1 } }
  expect(changedInputs(BEFORE, after)).toEqual([
    { name: 'Version', before: 'v1', after: 'v2' },
    { name: 'Interval', before: '15 min', after: '1 h' },
    { name: 'fast', before: '5', after: '8' },
    { name: 'gap', before: '–', after: '1' },
  ])
  expect(changedInputs(BEFORE, BEFORE)).toEqual([])
})

it('says by how much the figures changed, and whether that is better', () => {
  const after = { ...BEFORE, profitPercentage: 3.5, maxDrawdownPercentage: 6, profitFactor: 0.58, positionCount: 8 }
  expect(changedFigures(BEFORE, after).map(({ name, difference, tone }) => [name, difference, tone])).toEqual([
    ['Return', '+1.50 pp', 1],
    ['Maximum drawdown', '+2.00 pp', -1],
    ['Return / drawdown', null, 0],
    ['Positions', '−2', 0],
  ])
})
