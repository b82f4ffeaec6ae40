// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../../testing/give-layout.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { errorReply, mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { KEY } from '../../../entities/accounts/exchange-keys.fixture.ts'
import { accountOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './connections.tsx'

const REFUSED = { ...KEY, connected: false, connectionError: 'BINANCE has refused the key' }

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  giveLayout()
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

it('asks visitors to log in', () => {
  mockApi({})
  showPanel('connections')
  expect(screen.getByText('Please log in to view')).toBeDefined()
})

it('says that there are none, and shows a failure', async () => {
  const api = mockApi({
    listExchangeKeys: [],
    listAccounts: () => errorReply(500, { code: 'broken', message: 'Out of order' }),
  })
  showPanel('connections', undefined, USER)
  await screen.findByText('Out of order')
  api.use({ listAccounts: [] })
  screen.getByRole('button', { name: 'Retry' }).click()
  await screen.findByText('No connections')
})

it('shows each connection with its light, and what a broker said about keys that never opened an account', async () => {
  mockApi({ listAccounts: [accountOf()], listExchangeKeys: [REFUSED] })
  showPanel('connections', undefined, USER)
  await screen.findByText('Could not connect to Binance - BINANCE has refused the key')
  expect(rows()).toEqual(['Binance LIVEBroker not connected–', 'PAPER PaperConnectedP-1'])
})

it('follows brokers as they come and go, and is connected to none without the server', async () => {
  mockApi({ listAccounts: [accountOf()], listExchangeKeys: [] })
  showPanel('connections', undefined, USER)
  await waitFor(() => expect(rows()).toEqual(['PAPER PaperConnectedP-1']))
  const status = { connectionId: accountOf().connectionId, isConnected: false }
  await live.say('brokers', { event: 'broker-status', data: status })
  await waitFor(() => expect(rows()).toEqual(['PAPER PaperBroker not connectedP-1']))
  live.close()
  await waitFor(() => expect(rows()).toEqual(['PAPER PaperNot connectedP-1']))
})
