// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FetchOffer as Offer, MarketImport } from '@tradeloom/contracts'
import { afterEach, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { FetchOffer } from './fetch-offer.tsx'

const BTC = 'BTCUSDT:BINANCE'
const [START, END] = [Date.UTC(2024, 0, 1), Date.UTC(2024, 3, 1)]
const OFFER: Offer = {
  venueId: 'BINANCE',
  venueName: 'Binance',
  isPrivate: false,
  parts: [{ from: START, to: END }],
  rows: 131_040,
  bytes: 2_100_000,
  seconds: 25.2,
  begins: null,
  problem: null,
  running: null,
}
const ONE: MarketImport = {
  ...(sampleReply('getImport') as MarketImport),
  instrumentId: BTC,
  fetch: { venueId: 'BINANCE', venueName: 'Binance', from: START, to: END },
  status: 'In Progress',
  progress: 40,
  rows: 52_416,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(user: object | null = { id: 'u' }): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['bootstrap'], { user })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <FetchOffer instrumentId={BTC} start={START} end={END} />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

it('offers what is missing with its size, shows how far it is, and cancels it', async () => {
  const api = mockApi({
    offerFetch: OFFER,
    startFetch: ONE,
    cancelFetch: { ...ONE, status: 'Failed', detail: 'Canceled' },
  })
  show()
  await screen.findByText('Not stored: 2024-01-01 to 2024-03-31 (UTC)')
  expect(screen.getByText('131,040 minutes, about 2.1 MB and 26.0 s')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Fetch from Binance' }))
  expect((await screen.findByRole('status')).textContent).toContain('Fetching from Binance40% · 52,416 minutes')
  expect(api.requestsOf('startFetch')[0]?.body).toEqual({
    instrumentId: BTC,
    start: '2024-01-01T00:00:00.000Z',
    end: '2024-04-01T00:00:00.000Z',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Canceled')
  expect(screen.getByRole('button', { name: 'Fetch from Binance' })).toBeDefined()
})

it('says why nothing can be fetched, and whose prices they would be', async () => {
  mockApi({ offerFetch: { ...OFFER, problem: 'Binance is switched off. An administrator can switch it on' } })
  show()
  await screen.findByText('Binance is switched off. An administrator can switch it on')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  mockApi({
    offerFetch: { ...OFFER, isPrivate: true },
    startFetch: () => errorReply(429, { code: 'x', message: 'Later' }),
  })
  show()
  await screen.findByText(/Fetched with your account, for you alone$/)
})

it('shows nothing where everything is stored, and asks nothing for visitors', async () => {
  const api = mockApi({ offerFetch: { ...OFFER, parts: [] } })
  show(null)
  expect(api.requestsOf('offerFetch')).toEqual([])
  show()
  await expect.poll(() => api.requestsOf('offerFetch')).toHaveLength(1)
  expect(screen.queryByText(/Not stored/)).toBeNull()
})
