// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Modals } from '../../../ui/modals.tsx'
import { giveLayout } from '../../../testing/give-layout.ts'
import { mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { EURUSD } from '../../../entities/prices/markets.fixture.ts'
import { orderOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
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
    orderOf({ id: 'unknown', status: 'UNKNOWN', time: Date.now() - 8_500 }),
  ]
  mockApi({ listInstruments: [EURUSD], listOrders: orders })
  showPanel('orders', undefined, USER)
  await screen.findByText('Not enough margin')
  const shown = () =>
    screen.getAllByText(/^(FILLED|Rejected|NEW|UNKNOWN, asking PAPER.*)$/).map(({ textContent }) => textContent)
  expect(shown()).toEqual([expect.stringMatching(/^UNKNOWN, asking PAPER \d+ s old$/), 'NEW', 'FILLED', 'Rejected'])
  // It stays there, whatever the others are sorted by.
  fireEvent.click(screen.getByRole('button', { name: 'Status' }))
  expect(shown()[0]).toMatch(/^UNKNOWN/)
})

it('cancels by Del, after a question, what still works', async () => {
  const id = '04a1fcbd-ca32-7065-a0e0-bc608310879a'
  const api = mockApi({
    listInstruments: [EURUSD],
    listOrders: [orderOf({ id }), orderOf({ id: 'ended', status: 'FILLED' })],
  })
  render(
    <MantineProvider env="test">
      <Modals />
    </MantineProvider>,
  )
  showPanel('orders', undefined, USER)
  fireEvent.keyDown(await screen.findByText('FILLED'), { key: 'Delete' })
  fireEvent.keyDown(screen.getByText('NEW'), { key: 'Delete' })
  await screen.findByText('Limit order: BUY 10,000 EUR/USD.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(api.requestsOf('cancelOrder').map(({ params }) => params)).toEqual([{ id }]))
})

it('cancels an order that works after a question, and offers it for no other', async () => {
  const id = '04a1fcbd-ca32-7065-a0e0-bc608310879a'
  const orders = [orderOf({ id, type: 'Stop', isProtective: true }), orderOf({ id: 'ended', status: 'FILLED' })]
  const api = mockApi({ listInstruments: [EURUSD], listOrders: orders })
  render(
    <MantineProvider env="test">
      <Modals />
    </MantineProvider>,
  )
  showPanel('orders', undefined, USER)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Stop order of EUR/USD' }))
  await screen.findByText(/Its position loses this protection/)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(api.requestsOf('cancelOrder').map(({ params }) => params)).toEqual([{ id }]))
})

describe('an unknown order', () => {
  const id = '04a1fcbd-ca32-7065-a0e0-bc608310879a'
  const show = (isAsked: boolean, outcomeFrom: number) => {
    const orders = [orderOf({ id, status: 'UNKNOWN', broker: 'BINANCE', unknown: { isAsked, outcomeFrom } })]
    const api = mockApi({ listInstruments: [EURUSD], listOrders: orders, stateOrderOutcome: { ok: true } })
    render(
      <MantineProvider env="test">
        <Modals />
      </MantineProvider>,
    )
    showPanel('orders', undefined, USER)
    return { api, button: () => screen.findByRole('button', { name: 'It was not placed… Limit order of EUR/USD' }) }
  }

  it('cannot be ended while its venue is asked, and says from when on it can', async () => {
    const { api, button } = show(true, Date.now() + 60_000)
    const early = await button()
    expect(early.getAttribute('aria-disabled')).toBe('true')
    expect(early.title).toMatch(/^Binance is still being asked\. You can say this from 20\d\d-.* UTC on, 15 minutes/)
    fireEvent.click(early)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.requestsOf('stateOrderOutcome')).toEqual([])
  })

  it('is ended by its owner after a question that says what to look at first', async () => {
    const { api, button } = show(true, Date.now() - 1)
    const ready = await button()
    expect(ready.getAttribute('aria-disabled')).toBe('false')
    fireEvent.click(ready)
    const dialog = await screen.findByRole('dialog', { name: 'It was not placed' })
    expect(dialog.textContent).toContain('Look at Binance first.')
    expect(dialog.textContent).toContain('its market can be traded again. If it turns up at Binance all the same')
    fireEvent.click(within(dialog).getByRole('button', { name: 'It was not placed' }))
    await waitFor(() =>
      expect(api.requestsOf('stateOrderOutcome')).toMatchObject([{ params: { id }, body: { outcome: 'not-placed' } }]),
    )
  })

  it('whose key is gone says that nobody asks', async () => {
    const { button } = show(false, 0)
    expect((await button()).getAttribute('aria-disabled')).toBe('false')
    screen.getByText(/^UNKNOWN, not asked/)
  })
})
