// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../../testing/give-layout.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { errorReply, mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { EURUSD } from '../../../entities/prices/markets.fixture.ts'
import { executionOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './executions.tsx'

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

const cells = () => screen.getAllByRole('row').map((row) => row.textContent)

it('asks visitors to log in', () => {
  mockApi({})
  showPanel('executions')
  expect(screen.getByText('Please log in to view')).toBeDefined()
})

it('says that there are none', async () => {
  mockApi({ listInstruments: [EURUSD], listExecutions: [] })
  showPanel('executions', undefined, USER)
  await screen.findByText('No executions')
})

it('shows a failure, and tries again', async () => {
  const api = mockApi({ listExecutions: () => errorReply(500, { code: 'broken', message: 'Out of order' }) })
  showPanel('executions', undefined, USER)
  await screen.findByText('Out of order')
  api.use({ listExecutions: [] })
  screen.getByRole('button', { name: 'Retry' }).click()
  await screen.findByText('No executions')
})

it('shows what was traded, puts a new fill on top, and takes nothing of a snapshot for news', async () => {
  mockApi({ listInstruments: [EURUSD], listExecutions: [executionOf()] })
  showPanel('executions', undefined, USER)
  await screen.findByText('Filled')
  await waitFor(() => expect(cells()[1]).toBe('2026-03-02 10:15:00PAPEREUR/USDBUY1.0842710,0000.00Limit1.08430Filled'))
  const fill = executionOf({ id: 'e2', side: 'SELL', price: 1.085, quantity: 400, orderStatus: 'PARTIALLY_FILLED' })
  await live.say('executions', { event: 'execution', data: { ...fill, id: 'e3', snapshot: true } })
  expect(cells()).toHaveLength(2)
  await live.say('executions', { event: 'execution', data: { ...fill, snapshot: false } })
  await waitFor(() => expect(cells()).toHaveLength(3))
  expect(cells()[1]).toContain('SELL1.08500400')
  expect(cells()[1]).toContain('Partially filled')
  const messages = notificationsStore.getState().notifications.map(({ message }) => message)
  expect(messages).toEqual(['Trade executed: SELL 400 EUR/USD at 1.08500. Order partially filled'])
})
