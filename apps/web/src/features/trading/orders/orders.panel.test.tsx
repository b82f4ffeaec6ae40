// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Modals } from '../../../ui/modals.tsx'
import { giveLayout } from '../../../testing/give-layout.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { closeChange } from '../../../entities/orders/changed-order.ts'
import { EURUSD, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
import { accountOf, orderOf, USER } from '../../../entities/accounts/trading.fixture.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import { TradeDialogs } from '../trade-dialogs.tsx'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import './order-dialog.tsx'
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
    screen
      .getAllByText(/^(Filled|Rejected|New|UNKNOWN, asking PAPER.*)$/, { selector: 'td span' })
      .map(({ textContent }) => textContent)
  expect(shown()).toEqual([expect.stringMatching(/^UNKNOWN, asking PAPER \d+ s old$/), 'New', 'Filled', 'Rejected'])
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
  fireEvent.keyDown(await screen.findByText('Filled', { selector: 'td span' }), { key: 'Delete' })
  fireEvent.keyDown(screen.getByText('New'), { key: 'Delete' })
  await screen.findByText('Limit order: BUY 10,000 EUR/USD.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() => expect(api.requestsOf('cancelOrder').map(({ params }) => params)).toEqual([{ id }]))
})

it('cancels an order that works after a question, and offers it for no other', async () => {
  const id = '04a1fcbd-ca32-7065-a0e0-bc608310879a'
  const orders = [orderOf({ id, type: 'Stop', isProtective: true }), orderOf({ id: 'ended', status: 'FILLED' })]
  const api = mockApi({ listInstruments: [EURUSD], listOrders: orders, listAccounts: [] })
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
    expect(early.title).toMatch(/^Binance is still being queried\. You can confirm this from 20\d\d-.* UTC, 15 minutes/)
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
    expect(dialog.textContent).toContain('Check Binance first.')
    expect(dialog.textContent).toContain('its market can be traded again. If it still turns up at Binance')
    fireEvent.click(within(dialog).getByRole('button', { name: 'It was not placed' }))
    await waitFor(() =>
      expect(api.requestsOf('stateOrderOutcome')).toMatchObject([{ params: { id }, body: { outcome: 'not-placed' } }]),
    )
  })

  it('says that an order whose key was deleted is not being queried', async () => {
    const { button } = show(false, 0)
    expect((await button()).getAttribute('aria-disabled')).toBe('false')
    screen.getByText(/^UNKNOWN, venue not queried/)
  })
})

describe('a working order', () => {
  const WORKING = orderOf({
    id: '04a1fcbd-ca32-7065-a0e0-bc608310879a',
    filledQuantity: 2_000,
    status: 'PARTIALLY_FILLED',
  })
  let live: ReturnType<typeof liveSocket>
  afterEach(() => {
    closeChange()
    live.close()
  })

  /** The dialog of an order whose price was clicked, with the market at 1.08412 and 1.08427. */
  async function open(order = WORKING) {
    live = liveSocket()
    const api = mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOrders: [order] })
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <Modals />
          <TradeDialogs isWindow />
        </QueryClientProvider>
      </MantineProvider>,
    )
    showPanel('orders', undefined, USER)
    fireEvent.click(await screen.findByRole('button', { name: /^Change price of Limit order of EUR\/USD/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Change order: BUY Limit EUR/USD' })
    await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf({ bid: 1.08412, ask: 1.08427 }) })
    const field = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
    const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })
    const change = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Change' })
    const becomes = (changes: Parameters<typeof orderOf>[0]) => {
      const next = { ...order, ...changes }
      api.use({ listOrders: [next] })
      return live.say('orders', { event: 'order', data: { ...next, snapshot: false } })
    }
    return { dialog, field, type, change, becomes, sent: () => live.sent.filter(({ name }) => name === 'change-order') }
  }

  it('gets another price by a click on it, and only what was typed is sent', async () => {
    const { dialog, field, type, change, becomes, sent } = await open()
    await within(dialog).findByText(/2,000 of 10,000 are filled/)
    expect(field('Limit price').value).toBe('1.08000')
    expect(change.disabled).toBe(true)
    for (const [name, text, problem] of [
      ['Quantity', '2000', 'As much as that is filled already: cancel the order instead'],
      ['Quantity', 'some', 'Invalid quantity'],
      ['Limit price', 'soon', 'Invalid number'],
      ['Limit price', '1.2', 'Limit price is more than 1% above the market'],
    ] as const) {
      type(name, text)
      await within(dialog).findByText(problem)
      expect(change.disabled).toBe(true)
      type(name, name === 'Quantity' ? '10000' : '1.08000')
    }
    type('Limit price', '1.08100')
    fireEvent.click(change)
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.payload).toMatchObject({ orderId: WORKING.id, limitPrice: 1.081 })
    expect(sent()[0]?.payload).not.toHaveProperty('quantity')
    await live.reply('change-order', { ok: true, data: {} })
    // The venue may still refuse it: it is changed once the order says so.
    expect(field('Limit price').readOnly).toBe(true)
    await becomes({ limitPrice: 1.081 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is asked about before it trades at once, or becomes larger', async () => {
    const { dialog, type, change, sent } = await open()
    type('Limit price', '1.08500')
    type('Quantity', '20000')
    await within(dialog).findByText('At this price the order is filled at once.')
    fireEvent.click(change)
    await screen.findByText(
      'At this price the order buys EUR/USD at once. The order becomes larger: 20,000 instead of 10,000.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change order' })).toBeNull())
    expect(sent()).toEqual([])
    fireEvent.click(change)
    fireEvent.click(await screen.findByRole('button', { name: 'Change order' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    await live.reply('change-order', { ok: false, error: 'No fresh price' })
    await within(dialog).findByText('No fresh price')
  })

  it('is not changed that has ended meanwhile', async () => {
    const { dialog, becomes } = await open()
    await becomes({ status: 'FILLED' })
    await within(dialog).findByText('The order has ended')
  })
})

it('offers no change of orders that guard positions, or belong to sessions', async () => {
  const of = { type: 'Stop', price: null, limitPrice: null, stopPrice: 1.07 } as const
  const orders = [
    orderOf({ ...of, id: 'guard', isProtective: true }),
    orderOf({ id: 'session', sessionId: accountOf().id }),
    orderOf({ id: 'sent', isAtBroker: false }),
  ]
  mockApi({ listInstruments: [EURUSD], listOrders: orders })
  showPanel('orders', undefined, USER)
  await screen.findAllByText('New')
  expect(screen.queryAllByRole('button', { name: /^Change/ })).toEqual([])
})
