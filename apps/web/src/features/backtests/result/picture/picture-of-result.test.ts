import { expect, it } from 'vitest'
import type { BacktestCharts, BacktestDetail } from '@tradeloom/contracts'
import { sampleReply } from '../../../../testing/mock-api.ts'
import { pictureOfResult } from './picture-of-result.ts'

const RESULT = sampleReply('getBacktest', {
  algorithmName: 'Breakout',
  symbol: 'EUR/USD',
  broker: 'FXCM',
  interval: 'M15',
  start: '2024-01-01T00:00:00.000Z',
  end: '2024-02-01T00:00:00.000Z',
  profitFactor: 1.2345,
  simulated: true,
  metrics: [],
  statistics: {
    profitPercentage: -12.3456,
    maxDrawdownPercentage: 20.005,
    positionCount: 1234,
    winningPositions: 3,
    closedPositions: 8,
  },
}) as BacktestDetail
const CHARTS = {
  equityCurve: { time: [0, 1], equity: [1, 2], balance: [1, 2], drawdown: [0, 0] },
  breakdowns: null,
} satisfies BacktestCharts

it('The picture of a result says what the bar above its sections says, with the same rounding', () => {
  const { title, detail, figures, isSimulated } = pictureOfResult(RESULT, CHARTS)
  expect([title, isSimulated]).toEqual(['Breakout on EUR/USD', true])
  expect(detail).toMatch(/ to .*01.31.*FXCM$/)
  expect(figures.map(({ name, text, tone }) => `${name} ${text} ${tone}`)).toEqual([
    'Return \u221212.35% loss',
    'Maximum drawdown 20.01% plain',
    'Return / drawdown 1.23 plain',
    'Positions 1,234 plain',
    'Win rate 37.50% plain',
  ])
})
