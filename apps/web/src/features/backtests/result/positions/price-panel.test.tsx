import { MantineProvider } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PricePanel } from './price-panel.tsx'

vi.mock('../../../../charts/price-chart.tsx', () => ({
  PriceChart: () => <div>The chart</div>,
  IntervalSelect: () => null,
}))

const RESULT = {
  id: 'x', symbol: 'EURUSD', instrumentId: 'EURUSD:OANDA', interval: 'M5', simulated: false,
  start: '2024-01-10T00:00:00.000Z', end: '2024-01-11T00:00:00.000Z',
} as BacktestDetail // prettier-ignore

it.each([
  ['same', true, null],
  [null, true, null],
  ['changed', true, /have changed since this run/],
  ['private', false, 'The prices are private'],
  ['gone', false, 'The prices no longer exist'],
] as const)('shows the chart, or says why it cannot be right: prices %s', (prices, isDrawn, text) => {
  render(
    <MantineProvider env="test">
      <PricePanel result={{ ...RESULT, prices }} isShared={false} precision={5} positions={[]} focus={null} />
    </MantineProvider>,
  )
  expect(screen.queryByText('The chart') !== null).toBe(isDrawn)
  if (text === null) expect(screen.queryByRole('note')).toBeNull()
  else expect(screen.getByText(text)).toBeTruthy()
})
