// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { EURUSD, livePriceOf } from './markets.fixture.ts'
// There at once, instead of on demand.
import './ticker.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  const rows = [1, 2, 3].map((close) => [close, 1, 3, 1, close, 1])
  mockApi({ listInstruments: [EURUSD], historicalPrices: { rows, more: false } })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
})

it('shows the last 24 hours: price, change, range, volume and a curve', async () => {
  showPanel('ticker', { version: 1, values: { instrumentId: EURUSD.id } })
  await screen.findByRole('img', { name: 'EUR/USD over the last 24 hours' })
  expect(screen.getAllByText('–')).toHaveLength(3)
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
  await live.say(`ticker.${EURUSD.id}`, {
    event: 'ticker',
    data: {
      instrumentId: EURUSD.id,
      priceChange: -0.00123,
      priceChangePercent: -0.113,
      high: 1.08533,
      low: 1.08101,
      volume: 12_345,
      time: Date.now(),
    },
  })
  expect(screen.getByText('1.08412')).toBeDefined()
  expect(screen.getByText('−0.00123 (−0.11%)').className).toContain('loss')
  for (const text of ['1.08533', '1.08101', '12.3K']) expect(screen.getByText(text)).toBeDefined()
})

it('says so when there is no such instrument', async () => {
  showPanel('ticker', { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
  await screen.findByText('Instrument not available')
})
