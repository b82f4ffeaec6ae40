// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { socket } from '../../realtime/socket.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { EURUSD, livePriceOf } from '../../entities/prices/markets.fixture.ts'
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
  expect(screen.getAllByText('–')).toHaveLength(4)
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
  const change = screen.getByText('(−0.11%)')
  expect([change.textContent, change.className]).toEqual(['−0.00123 (−0.11%)', expect.stringContaining('loss')])
  for (const text of ['1.08533', '1.08101', '12.3K']) expect(screen.getByText(text)).toBeDefined()
})

it('says so when there is no such instrument', async () => {
  showPanel('ticker', { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
  await screen.findByText('Instrument not available')
})

it('goes on with the market, without another request', async () => {
  const quarter = Math.floor(Date.now() / 900_000) * 900_000
  const rows = [[quarter - 900_000, 1, 3, 1, 2, 1]]
  const api = mockApi({ listInstruments: [EURUSD], historicalPrices: { rows, more: false } })
  showPanel('ticker', { version: 1, values: { instrumentId: EURUSD.id } })
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await waitFor(() => expect(api.requestsOf('historicalPrices')).toHaveLength(1))
  const prices = { open: 2, high: 3, low: 2, close: 3 }
  const candle = { instrumentId: EURUSD.id, time: quarter, bid: prices, ask: prices, volume: 1, isFinal: true }
  await live.say(`candles.${EURUSD.id}`, { event: 'candle', data: candle })
  // A curve has two values at least.
  const curve = await screen.findByRole('img', { name: 'EUR/USD over the last 24 hours' })
  expect(curve.dataset['tone']).toBe('gain')
  const close = { ...prices, close: 1 }
  await live.say(`candles.${EURUSD.id}`, { event: 'candle', data: { ...candle, time: quarter + 60_000, bid: close } })
  await waitFor(() => expect(curve.dataset['tone']).toBe('loss'))
  expect(curve.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(2)
  expect(api.requestsOf('historicalPrices')).toHaveLength(1)
  live.lose()
  await waitFor(() => expect(api.requestsOf('historicalPrices')).toHaveLength(2))
})

it('asks once for the day while the page connects, and again after a loss', async () => {
  const api = mockApi({ listInstruments: [EURUSD], historicalPrices: { rows: [], more: false } })
  socket.restart()
  showPanel('ticker', { version: 1, values: { instrumentId: EURUSD.id } })
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await waitFor(() => expect(api.requestsOf('historicalPrices')).toHaveLength(1))
  live.lose()
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
  expect(api.requestsOf('historicalPrices')).toHaveLength(1)
  live.lose()
  await waitFor(() => expect(api.requestsOf('historicalPrices')).toHaveLength(2))
})
