// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Modals } from '../../../ui/modals.tsx'
import { giveLayout } from '../../../testing/give-layout.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { EURUSD } from '../../../entities/prices/markets.fixture.ts'
import { accountOf, positionOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import './closed-positions.tsx'

const CLOSED = positionOf({
  status: 'CLOSED',
  closePrice: 1.085,
  closeTime: Date.UTC(2026, 2, 2, 11),
  profit: 10,
  pips: 10,
  detail: 'take-profit',
})
const { meta } = sampleReply('listClosedPositions')
const NONE = { positions: [], meta: { ...meta, closedPositionCount: 0 } }
const profits = [
  { currency: 'USD', profit: 123.4 },
  { currency: 'USDT', profit: -4 },
]
const ONE = { positions: [CLOSED], meta: { ...meta, profits, closedPositionCount: 31 } }

beforeEach(() => {
  giveLayout()
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listClosedPositions: NONE })
  render(
    <MantineProvider env="test">
      <Modals />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says that there are none', async () => {
  showPanel('closed-positions', undefined, USER)
  await screen.findByText('No closed positions')
})

it('shows positions with what closed them, and the totals of all', async () => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listClosedPositions: ONE })
  showPanel('closed-positions', undefined, USER)
  await screen.findByText('31 positions, +123.40 USD, −4.00 USDT')
  expect(await screen.findByText('1.08500')).toBeDefined()
  for (const text of ['Take profit', '+10.00', '▲ Long']) expect(screen.getByText(text)).toBeDefined()
})

it('deletes a position after a question', async () => {
  const api = mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listClosedPositions: ONE })
  showPanel('closed-positions', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete position of EUR/USD' }))
  api.use({ listClosedPositions: NONE })
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('No closed positions')
  await waitFor(() => expect(api.requestsOf('deletePosition')).toHaveLength(1))
})
