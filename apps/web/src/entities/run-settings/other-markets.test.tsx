import { MantineProvider } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OtherMarketsField } from './other-markets-field.tsx'
import { marketError, otherMarkets } from './other-markets.ts'
import { firstSettings } from './first-settings.ts'

const DAY = 86_400_000
const FIRST = Date.UTC(2024, 0, 1)

function instrument(id: string, days = 60): MarketInstrument {
  const [symbol = '', broker = ''] = id.split(':')
  const span = { first: FIRST, last: FIRST + days * DAY }
  const series = [{ interval: 'M1', price: 'quote', rows: 10, ...span, stretches: [span], goodShare: 1 }]
  const displaySymbol = `${symbol.slice(0, 3)}/${symbol.slice(3)}`
  return {
    id,
    symbol,
    broker,
    displaySymbol,
    calendar: 'forex',
    simulated: false,
    series,
  } as unknown as MarketInstrument
}

const EURUSD = instrument('EURUSD:A')
const ALL = [EURUSD, instrument('GBPUSD:A'), instrument('GBPUSD:B'), instrument('USDJPY:A', 2)]
const settings = firstSettings('v', [], ALL, null, null, EURUSD.id)

it('resolves symbols at the broker of the run, each once, without its own instrument', () => {
  const ids = otherMarkets(['GBPUSD', 'GBPUSD:B', 'EURUSD', 'GBPUSD:A', 'AUDUSD'], EURUSD, ALL).map(({ id }) => id)
  expect(ids).toEqual(['GBPUSD:A', 'GBPUSD:B', 'AUDUSD:A'])
})

it('reports a market without data, or without data in the period', () => {
  const errors = otherMarkets(['GBPUSD', 'AUDUSD', 'USDJPY'], EURUSD, ALL).map((market) =>
    marketError(market, settings, EURUSD),
  )
  expect(errors).toEqual([
    null,
    'There is no market data for AUDUSD:A. Import it first',
    'Price data for USD/JPY unavailable after 01/03/2024',
  ])
})

it('lists the markets with their data and their errors, and nothing for one instrument', () => {
  const { container, rerender } = render(<OtherMarketsField markets={[]} settings={settings} traded={EURUSD} />, {
    wrapper: MantineProvider,
  })
  expect(container.textContent).not.toContain('Other markets')
  const markets = otherMarkets(['GBPUSD', 'AUDUSD'], EURUSD, ALL)
  rerender(<OtherMarketsField markets={markets} settings={settings} traded={EURUSD} />)
  expect(screen.getByRole('group', { name: 'Other markets of this script' }).textContent).toContain(
    'GBP/USD A01/01/2024 to 03/01/2024 (UTC)',
  )
  expect(within(container).getByRole('alert').textContent).toContain('AUDUSD:A')
})
