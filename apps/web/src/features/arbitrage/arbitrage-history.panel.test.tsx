// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { errorReply, mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { instrumentOf } from '../../entities/prices/markets.fixture.ts'
import { HERE, THERE } from './arbitrage.fixture.ts'
import { historyQuery, withNow } from './percent-history.ts'
// There at once, instead of on demand.
import './arbitrage-history.tsx'

const QUARTER = 900_000
const OWN = { version: 1, values: { pair: `${THERE.id}||${HERE.id}` } }
const start = Math.floor(Date.now() / QUARTER) * QUARTER

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  queryClient.clear()
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
})

it('is (bid - ask) / ask at the end of 800 quarters of an hour', async () => {
  const rows = (price: number) => [2, 1].map((back) => [start - back * QUARTER, 1, 1, 1, price, 1])
  const api = mockApi({
    historicalPrices: ({ query }) => ({ rows: rows(query['sides'] === 'bid' ? 101 : 100), more: false }),
  })
  const { time, values } = await queryClient.fetchQuery(historyQuery({ sell: THERE, buy: HERE }, Date.now()))
  expect(time).toEqual([start - 2 * QUARTER, start - QUARTER])
  expect(values).toEqual([0.01, 0.01])
  const asked = api.requestsOf('historicalPrices').map(({ query }) => query)
  expect(asked).toMatchObject([
    { instrumentId: THERE.id, interval: 'M15', limit: '800', sides: 'bid' },
    { instrumentId: HERE.id, interval: 'M15', limit: '800', sides: 'ask' },
  ])
  const spans = asked.map((query) => (Date.parse(query['end'] ?? '') - Date.parse(query['start'] ?? '')) / QUARTER)
  expect(spans).toEqual([800, 800])
})

it('replaces the value of the running quarter, and keeps those before', () => {
  const known = { time: [start - QUARTER, start], values: [0.01, 0.02] }
  expect(withNow(known, 0.5, start + 1)).toEqual({ time: known.time, values: [0.01, 0.005] })
  expect(withNow(known, 0.5, start + QUARTER)).toEqual({
    time: [...known.time, start + QUARTER],
    values: [0.01, 0.02, 0.005],
  })
})

it('says why it could not be loaded, that there is nothing yet, and that it cannot be converted', async () => {
  const failed = (): Response => errorReply(409, { code: 'no-luck', message: 'The server failed' })
  const api = mockApi({ listInstruments: [HERE, THERE], historicalPrices: failed })
  showPanel('arbitrage-history', OWN)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server failed'))
  cleanup()
  queryClient.clear()
  api.use({ historicalPrices: { rows: [], more: false } })
  showPanel('arbitrage-history', OWN)
  await screen.findByText('No prices yet')
  cleanup()
  queryClient.clear()
  const euros = instrumentOf({ ...THERE, quote: 'EUR', displaySymbol: 'BTC/EUR' })
  api.use({ listInstruments: [HERE, euros] })
  showPanel('arbitrage-history', OWN)
  await screen.findByText('Conversion instruments not found')
})
