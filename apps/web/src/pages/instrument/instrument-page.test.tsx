import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountOf, orderOf, positionOf } from '../../entities/accounts/trading.fixture.ts'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { openTicketAt } from '../../entities/orders/open-ticket-at.ts'
import { EURUSD, instrumentOf } from '../../entities/prices/markets.fixture.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi, type MockReplies, sampleReply } from '../../testing/mock-api.ts'
import { renderPage } from '../../testing/render-page.tsx'

const GBPUSD = instrumentOf({ id: 'GBPUSD:SIM', symbol: 'GBPUSD', displaySymbol: 'GBP/USD' })
const SIGNED_IN = { bootstrap: sampleReply('bootstrap', { user: sampleReply('currentUser') }) }

let live: ReturnType<typeof liveSocket>
beforeEach(() => (live = liveSocket()))
afterEach(() => {
  live.close()
  vi.unstubAllGlobals()
})

function open(id: string, replies: MockReplies = {}): void {
  mockApi({ listInstruments: [{ ...EURUSD, calendar: 'forex' }, GBPUSD], ...replies })
  renderPage(`/instruments/${id}`)
}

it('the page of an instrument shows how it is traded, and what its user holds in it', async () => {
  open(EURUSD.id, {
    ...SIGNED_IN,
    listAccounts: [accountOf()],
    listOpenPositions: [
      positionOf({ instrumentId: EURUSD.id, symbol: 'EUR/USD', quantity: 1_000 }),
      positionOf({ id: crypto.randomUUID(), instrumentId: GBPUSD.id, symbol: 'GBP/USD', quantity: 3_000 }),
    ],
    listOrders: [orderOf({ instrumentId: GBPUSD.id, symbol: 'GBP/USD' })],
    listExecutions: [],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'EUR/USD SIM' })).toBeDefined()
  const conditions = screen.getByRole('heading', { name: 'Trading conditions' }).closest('section')!
  expect(within(conditions).getByText('Sunday 17:00 to Friday 17:00, New York')).toBeDefined()
  expect(within(conditions).getByText('3.33% (30:1)')).toBeDefined()
  expect(await screen.findByText(/^1 position, /)).toBeDefined()
  expect(screen.getByText('No orders')).toBeDefined()
  expect(screen.getByText('No executions')).toBeDefined()
})

it('the page of an instrument keeps a price that is picked for its own ticket, and changes no layout', async () => {
  open(EURUSD.id)
  await screen.findByRole('heading', { level: 1, name: 'EUR/USD SIM' })
  openTicketAt({ instrumentId: EURUSD.id, price: 1.08, side: 'BUY' })
  expect(useDashboard.getState().opened).toEqual({ key: 'trade-ticket' })
})

it('the page of an instrument that nobody lists says so', async () => {
  open('NOPE:SIM')
  expect(await screen.findByText('No venue lists NOPE:SIM, and no prices of it are stored.')).toBeDefined()
})

it('the page of an instrument asks visitors to log in before a backtest', async () => {
  open(EURUSD.id, { bootstrap: sampleReply('bootstrap', { user: null }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Backtest here' }))
  expect(await screen.findByText('Please log in to run new backtests')).toBeDefined()
})
