// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/give-layout.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { EURUSD } from '../markets/markets.fixture.ts'
import { orderOf, USER } from './trading.fixture.ts'
// There at once, instead of on demand.
import './orders.tsx'

beforeEach(giveLayout)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says that there are none', async () => {
  mockApi({ listInstruments: [EURUSD], listOrders: [] })
  showPanel('orders', undefined, USER)
  await screen.findByText('No orders')
})

it('lists unknown orders first, then active ones, then those that have ended', async () => {
  const orders = [
    orderOf({ id: 'ended', status: 'FILLED', time: 4 }),
    orderOf({ id: 'refused', status: 'Rejected', detail: 'Not enough margin', time: 3 }),
    orderOf({ id: 'active', status: 'NEW', time: 2 }),
    orderOf({ id: 'unknown', status: 'UNKNOWN', time: 1 }),
  ]
  mockApi({ listInstruments: [EURUSD], listOrders: orders })
  showPanel('orders', undefined, USER)
  await screen.findByText('Not enough margin')
  const shown = screen.getAllByText(/^(FILLED|Rejected|NEW|UNKNOWN)$/).map(({ textContent }) => textContent)
  expect(shown).toEqual(['UNKNOWN', 'NEW', 'FILLED', 'Rejected'])
})
