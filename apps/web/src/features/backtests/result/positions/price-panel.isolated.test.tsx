import { MantineProvider } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ReactElement, ReactNode } from 'react'
import { mockApi } from '../../../../testing/mock-api.ts'
import { PricePanel } from './price-panel.tsx'

vi.mock('../../../../entities/charts/price-chart.tsx', () => ({
  PriceChart: ({ source }: { source: { instrumentId: string } }) => (
    <div>
      <span>The chart</span> of {source.instrumentId}
    </div>
  ),
}))

const RESULT = {
  id: 'x', symbol: 'EURUSD', instrumentId: 'EURUSD:OANDA', interval: 'M5', simulated: false,
  markets: [] as string[], start: '2024-01-10T00:00:00.000Z', end: '2024-01-11T00:00:00.000Z',
} as BacktestDetail // prettier-ignore

const PROPS = {
  result: RESULT,
  isShared: false,
  instrumentId: RESULT.instrumentId,
  onInstrument: () => undefined,
  precision: 5,
  selected: null,
  onSelect: () => undefined,
  focus: null,
} as const

function Providers({ children }: { readonly children: ReactNode }): ReactElement {
  mockApi()
  return (
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">{children}</MantineProvider>
    </QueryClientProvider>
  )
}

it('draws one market of several, and lets the trader choose another', async () => {
  const onInstrument = vi.fn()
  const several = { ...PROPS, onInstrument }
  const { rerender } = render(<PricePanel {...several} />, { wrapper: Providers })
  expect(screen.queryByRole('combobox', { name: 'Instrument of the chart' })).toBeNull()
  rerender(<PricePanel {...several} result={{ ...RESULT, markets: ['GBPUSD:OANDA'] }} instrumentId="GBPUSD:OANDA" />)
  expect(screen.getByText(/of GBPUSD:OANDA/)).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Instrument of the chart' }))
  await userEvent.click(screen.getByRole('option', { name: 'EURUSD:OANDA', hidden: true }))
  expect(onInstrument).toHaveBeenCalledWith('EURUSD:OANDA')
})

it.each([
  ['same', true, null],
  [null, true, null],
  ['changed', true, /have changed since this run/],
  ['private', false, 'The prices are private'],
  ['gone', false, 'The prices no longer exist'],
] as const)('shows the chart, or says why it cannot be right: prices %s', (prices, isDrawn, text) => {
  render(<PricePanel {...PROPS} result={{ ...RESULT, prices }} />, { wrapper: Providers })
  expect(screen.queryByText('The chart') !== null).toBe(isDrawn)
  if (text === null) expect(screen.queryByRole('note')).toBeNull()
  else expect(screen.getByText(text)).toBeTruthy()
})
