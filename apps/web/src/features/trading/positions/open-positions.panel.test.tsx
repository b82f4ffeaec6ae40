// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { Modals } from '../../../ui/modals.tsx'
import { liveSocket } from '../../../testing/live-socket.ts'
import { giveLayout } from '../../../testing/give-layout.ts'
import { errorReply, mockApi } from '../../../testing/mock-api.ts'
import { formatSecond } from '../../../ui/format.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { closeLevels } from '../../../entities/positions/levels-state.ts'
import { EURUSD, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
import { accountOf, orderOf, positionOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import { TradeDialogs } from '../trade-dialogs.tsx'
import '../../../ui/modals-host.tsx'
import './close-all-form.tsx'
import './close-form.tsx'
import './levels-dialog.tsx'
import './position-menu-items.tsx'
import './reverse-form.tsx'
import './open-positions.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  giveLayout()
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [], listOrders: [] })
  live = liveSocket()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Modals />
      </QueryClientProvider>
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  closeLevels()
  live.close()
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (): void => void showPanel('open-positions', undefined, USER)
const say = (changes: Parameters<typeof positionOf>[0], snapshot = false) =>
  live.say('positions', { event: 'position-update', data: { ...positionOf(changes), snapshot } })
const toasts = (): unknown[] => notificationsStore.getState().notifications.map(({ message }) => message)

it('asks visitors to log in', async () => {
  showPanel('open-positions')
  await screen.findByText('Please log in to view')
})

it('has a table for brokers with margin as prices move, and one for exchanges with value and leverage', async () => {
  const perpetual = { ...EURUSD, id: 'BTCUSDT.P:BINANCE', symbol: 'BTCUSDT.P', displaySymbol: 'BTC/USDT perpetual' }
  const held = positionOf({
    id: '04a1fcbd-ca32-7065-a0e0-bc608310879a',
    instrumentId: perpetual.id,
    symbol: perpetual.displaySymbol,
    value: 18_000.03,
    dealtCurrency: 'BTC',
    leverage: '50:1',
    marginMode: 'isolated',
  })
  mockApi({
    listInstruments: [EURUSD, perpetual],
    listAccounts: [accountOf()],
    listOpenPositions: [positionOf(), held],
    listOrders: [],
  })
  show()
  const brokers = within(await screen.findByRole('region', { name: 'At brokers' }))
  expect(brokers.getByText('361.33')).toBeDefined()
  expect(brokers.queryByRole('columnheader', { name: 'Leverage' })).toBeNull()
  const exchanges = within(screen.getByRole('region', { name: 'At exchanges' }))
  for (const text of ['18,000.03', 'BTC', '50:1 isolated']) expect(exchanges.getByText(text)).toBeDefined()
  expect(exchanges.queryByRole('columnheader', { name: /^Margin/ })).toBeNull()
})

it('says in a word how each position is protected, and shows its history', async () => {
  const since = Date.UTC(2026, 2, 2, 10, 15)
  const bare = { state: 'BARE', cause: 'elsewhere', isProtected: false, since } as const
  const covered = {
    state: 'COVERED',
    cause: 'custody',
    isProtected: true,
    since: since - 90_000,
    until: since,
  } as const
  const busy = {
    state: 'BUSY',
    cause: 'script',
    isProtected: false,
    since: since - 91_000,
    until: since - 90_000,
  } as const
  let answer: 'empty' | 'error' | 'history' = 'error'
  mockApi({
    listInstruments: [EURUSD],
    listAccounts: [accountOf()],
    listOpenPositions: [positionOf({ stopLoss: 1.08, custody: bare })],
    listOrders: [],
    getPositionCustody: () => {
      if (answer === 'error') return errorReply(500, { code: 'bug', message: 'It could not be read' })
      if (answer === 'empty') return { stretches: [], days: [] }
      return { stretches: [{ ...bare, until: null }, covered, busy], days: [{ day: '2026-03-02', unprotected: 156 }] }
    },
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: /^Protection of EUR.USD: ?No stop$/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Protection of EUR/USD' })
  await within(dialog).findByText('It could not be read')
  answer = 'empty'
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retry' }))
  await within(dialog).findByText('Nothing is recorded')
  answer = 'history'
  await queryClient.invalidateQueries({ queryKey: ['position-custody'] })
  const changes = await within(dialog).findByRole('region', { name: 'Changes' })
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `No stop, without protection${formatSecond(since)} · elsewhere · now`,
    `Covered${formatSecond(since - 90_000)} · by Tradeloom · for 1 min 30 s`,
    `Changing, without protection${formatSecond(since - 91_000)} · by the script · for 1.0 s`,
  ])
  expect(within(dialog).getByRole('region', { name: 'Without protection' }).textContent).toContain('2026-03-022.6 min')
})

it('says that there are none', async () => {
  show()
  await screen.findByText('No open positions')
})

it('shows a position as it is opened, its profit as the price moves, and drops it once it is closed', async () => {
  show()
  await screen.findByText('No open positions')
  await say({ openPrice: 1.084, quantity: 10_000 })
  await screen.findByText('1.08400')
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf({ bid: 1.08512, ask: 1.08527 }) })
  // 11.2 pips of 1 USD each.
  expect(screen.getByText('+11.20').className).toContain('gain')
  expect(screen.getByText('+11.2')).toBeDefined()
  expect(screen.getByText('1.08512')).toBeDefined()
  await say({ status: 'CLOSED', closePrice: 1.085, closeTime: Date.now() })
  await screen.findByText('No open positions')
})

it('marks a stop that is watched here, and what is too small to be sold alone', async () => {
  show()
  await say({ stopLoss: 1.08, isStopHeld: true, quantity: 10_000 })
  await screen.findByText('1.08000')
  await screen.findByText('local')
  expect(screen.queryByText('dust')).toBeNull()
  await say({ stopLoss: 1.08, isStopHeld: false, isDust: true, quantity: 0.5 })
  await screen.findByText('dust')
  expect(screen.queryByText('local')).toBeNull()
})

it('adds up no profits in different currencies', async () => {
  const coins = accountOf({ id: crypto.randomUUID(), currency: 'USDT' })
  const held = [
    positionOf({ profit: 4 }),
    positionOf({ id: 'P2', profit: 2 }),
    positionOf({ id: 'P3', accountId: coins.id, profit: -1.5 }),
  ]
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf(), coins], listOpenPositions: held })
  show()
  await screen.findByText('3 positions, +6.00 USD, −1.50 USDT')
  expect(screen.getByRole('columnheader', { name: 'Account' })).toBeDefined()
})

it('leads from a position to the algorithm that opened it', async () => {
  const algorithmId = accountOf().id
  mockApi({
    listInstruments: [EURUSD],
    listAccounts: [accountOf()],
    listOpenPositions: [positionOf({ algorithmId, algorithmName: 'Breakout', sessionName: 'Breakout EURUSD' })],
  })
  show()
  const link = await screen.findByRole('link', { name: 'Breakout EURUSD' })
  expect(link.getAttribute('href')).toBe(`/algorithms/${algorithmId}`)
})

it('shows that a stop was refused', async () => {
  show()
  await screen.findByText('No open positions')
  await say({ stopLoss: 'Rejected', takeProfit: 1.09 })
  expect(await screen.findByText('Rejected')).toBeDefined()
  expect(screen.getByText('1.09000')).toBeDefined()
})

it('closes a position after a question', async () => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [positionOf()] })
  show()
  const close = await screen.findByRole('button', { name: 'Close position of EUR/USD' })
  fireEvent.click(close)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(live.sent.filter(({ name }) => name === 'close-position')).toEqual([])
  fireEvent.click(close)
  fireEvent.click(await screen.findByRole('button', { name: 'Close position' }))
  await waitFor(() => expect(live.sent.filter(({ name }) => name === 'close-position')).toHaveLength(1))
  // All of it, as specified, needs no quantity.
  expect(live.sent.find(({ name }) => name === 'close-position')?.payload).not.toHaveProperty('quantity')
  await live.reply('close-position', { ok: false, error: 'Cannot close position - broker not connected' })
  await screen.findByText('Cannot close position - broker not connected')
  fireEvent.click(screen.getByRole('button', { name: 'Close position' }))
  await waitFor(() => expect(live.sent.filter(({ name }) => name === 'close-position')).toHaveLength(2))
  await live.reply('close-position', { ok: true, data: {} })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('closes a part of a position, on the step, and says so where the rest could not be sold alone', async () => {
  const instrument = { ...EURUSD, lotSize: 1000, minQuantity: 2000 }
  const position = positionOf({ quantity: 10_000 })
  mockApi({ listInstruments: [instrument], listAccounts: [accountOf()], listOpenPositions: [position] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for position of EUR/USD' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Close 25%…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close position' })
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Quantity' })
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  const submit = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Close (part|position)$/ })
  // Of 2,500, whole lots.
  expect(field.value).toBe('2000')
  for (const [text, problem] of [
    ['20000', 'Only 10000 are open'],
    ['2500', 'Lot size is 1000'],
    ['1000', 'Minimum trade size for EUR/USD is 2000'],
    ['some', 'Invalid quantity'],
  ] as const) {
    type(text)
    await within(dialog).findByText(problem)
    expect(submit().disabled).toBe(true)
  }
  type('9000')
  await within(dialog).findByText('1,000 would be left, less than the smallest order: it could not be sold alone.')
  fireEvent.click(within(dialog).getByRole('button', { name: '50% of the position' }))
  expect(field.value).toBe('5000')
  expect(within(dialog).queryByText(/would be left/)).toBeNull()
  fireEvent.click(submit())
  const sent = () => live.sent.filter(({ name }) => name === 'close-position')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.payload).toMatchObject({ positionId: position.id, quantity: 5_000 })
  await live.reply('close-position', { ok: true, data: {} })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('changes a level that was clicked, and only that; an empty field removes one', async () => {
  const position = positionOf({ stopLoss: 1.08, takeProfit: 1.09 })
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [position] })
  show()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <TradeDialogs isWindow />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Change stop loss of EUR\/USD/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Stop and target: Long 10,000 EUR/USD' })
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf({ bid: 1.08512, ask: 1.08527 }) })
  const field = (name: RegExp) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
  const type = (name: RegExp, text: string) => fireEvent.change(field(name), { target: { value: text } })
  const change = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Change' })
  expect(field(/^Stop loss/).value).toBe('1.08000')
  expect(change.disabled).toBe(true)
  type(/^Stop loss/, '1.08600')
  await within(dialog).findByText('Stop loss must be less than bid price for long positions')
  expect(change.disabled).toBe(true)
  type(/^Stop loss/, 'soon')
  await within(dialog).findByText('Invalid number')
  // Pips count from where it was opened: 1.08400.
  type(/^Stop loss/, '20')
  await within(dialog).findByText('20 pips = 1.08200')
  await within(dialog).findByText('−20.00 USD')
  type(/^Take profit/, '')
  fireEvent.click(change)
  const sent = () => live.sent.filter(({ name }) => name === 'protect-position')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.payload).toMatchObject({ positionId: position.id, stopLoss: 1.082, takeProfit: null })
  expect(sent()[0]?.payload).not.toHaveProperty('trailingStop')
  await live.reply('protect-position', { ok: false, error: 'Cannot change position - broker not connected' })
  await within(dialog).findByText('Cannot change position - broker not connected')
  fireEvent.click(change)
  await waitFor(() => expect(sent()).toHaveLength(2))
  await live.reply('protect-position', { ok: true, data: {} })
  // The venue may still refuse it: it is changed once the position says so.
  expect(field(/^Stop loss/).readOnly).toBe(true)
  await say({ ...position, stopLoss: 1.082, takeProfit: null })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('sets a stop to where a position closes without a loss, its costs included', async () => {
  const position = positionOf({ openPrice: 1.084, profit: -7, commission: 7, pips: 0 })
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [position] })
  show()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <TradeDialogs isWindow />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for position of EUR/USD' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop to break-even…' }))
  const dialog = await screen.findByRole('dialog', { name: /^Stop and target/ })
  // 7 USD of 10,000 EUR are 0.0007.
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Stop loss/ }).value).toBe('1.08470')
})

it('closes all positions of an account after a question that names their number and profit', async () => {
  const other = accountOf({ id: '05a1fcbd-ca32-7065-a0e0-bc608310879a', accountNo: 'P-2', currency: 'USDT' })
  const held = [
    positionOf({ profit: 0.1 }),
    positionOf({ id: '06a1fcbd-ca32-7065-a0e0-bc608310879a', profit: 0.2 }),
    positionOf({ id: '07a1fcbd-ca32-7065-a0e0-bc608310879a', accountId: other.id, profit: -1 }),
  ]
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf(), other], listOpenPositions: held })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close all' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close all positions' })
  expect(dialog.textContent).toContain('2 positions, +0.30 USD now.')
  fireEvent.change(within(dialog).getByLabelText('Account'), { target: { value: other.id } })
  expect(dialog.textContent).toContain('1 position, −1.00 USDT now.')
  fireEvent.change(within(dialog).getByLabelText('Account'), { target: { value: accountOf().id } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close 2 positions' }))
  const sent = () => live.sent.filter(({ name }) => name === 'close-position')
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ payload }) => (payload as { positionId: string }).positionId)).toEqual([
    held[0]?.id,
    held[1]?.id,
  ])
  expect(new Set(sent().map(({ payload }) => (payload as { key: string }).key)).size).toBe(2)
})

it('reverses a position by closing it, and opens the opposite one only once it is closed', async () => {
  const position = positionOf({ quantity: 10_000 })
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [position] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for position of EUR/USD' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reverse position…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reverse position' })
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf({ bid: 1.08512, ask: 1.08527 }) })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reverse position' }))
  const sent = (name: string) => live.sent.filter((one) => one.name === name)
  await waitFor(() => expect(sent('close-position')).toHaveLength(1))
  await live.reply('close-position', { ok: true, data: {} })
  await within(dialog).findByText(/is being closed/)
  expect(sent('open-position')).toEqual([])
  await say({ status: 'CLOSED', closePrice: 1.085, closeTime: Date.now() })
  await waitFor(() => expect(sent('open-position')).toHaveLength(1))
  expect(sent('open-position')[0]?.payload).toMatchObject({ direction: 'SHORT', quantity: 10_000, price: 1.08512 })
  await live.reply('open-position', { ok: false, error: 'No fresh price' })
  await within(dialog).findByText('No fresh price')
  // It is closed by now: another attempt opens only.
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open short' }))
  await waitFor(() => expect(sent('open-position')).toHaveLength(2))
  await live.reply('open-position', { ok: true, data: {} })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('close-position')).toHaveLength(1)
})

it('says on which account a position is closed, and whether that is real money', async () => {
  const account = accountOf({ type: 'live', broker: 'SIM', accountNo: '11' })
  mockApi({ listInstruments: [EURUSD], listAccounts: [account], listOpenPositions: [positionOf()] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close position of EUR/USD' }))
  const question = await screen.findByRole('dialog', { name: 'Close position' })
  expect(question.textContent).toContain('On SIM 11, with real money.')
})

it('shows price and profit as they move while the question is open', async () => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOpenPositions: [positionOf()] })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close position of EUR/USD' }))
  const question = await screen.findByRole('dialog', { name: 'Close position' })
  const price = (changes: object) => live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf(changes) })
  await price({})
  await waitFor(() => expect(question.textContent).toContain('EUR/USD at the market, now about 1.08412.'))
  const before = question.textContent
  await price({ sequence: 2, bid: 1.0851, ask: 1.08525 })
  await waitFor(() => expect(question.textContent).toContain('now about 1.08510.'))
  expect(question.textContent?.split('Profit now')[1]).not.toBe(before?.split('Profit now')[1])
})

it('announces orders and fills, and nothing of a snapshot', async () => {
  show()
  await screen.findByText('No open positions')
  const order = (changes: Parameters<typeof orderOf>[0], snapshot = false) =>
    live.say('orders', { event: 'order', data: { ...orderOf(changes), snapshot } })
  const execution = {
    id: 'e1',
    accountId: accountOf().id,
    sessionId: null,
    positionId: 'p1',
    time: 1,
    broker: 'PAPER',
    symbol: 'EUR/USD',
    instrumentId: EURUSD.id,
    side: 'BUY',
    price: 1.08427,
    quantity: 10_000,
    fee: 0,
    orderType: 'Market',
    orderPrice: null,
    orderStatus: 'FILLED',
  } as const
  await order({}, true)
  await live.say('executions', { event: 'execution', data: { ...execution, snapshot: true } })
  await order({ id: 'market', type: 'Market' })
  await order({ id: 'stop', type: 'Stop', isProtective: true })
  // It is on its way to the broker.
  await order({ id: 'o2', price: 1.0805, isAtBroker: false })
  expect(toasts()).toEqual([])
  await order({ id: 'o2', price: 1.0805 })
  await order({ id: 'o2', price: 1.0805, filledQuantity: 1 })
  expect(toasts()).toEqual(['Limit order placed on PAPER. BUY 10,000 EUR/USD at 1.08050'])
  await order({ id: 'o2', price: 1.0805, status: 'CANCELED' })
  expect(toasts()).toEqual(['Limit order canceled on PAPER. BUY 10,000 EUR/USD at 1.08050'])
  await live.say('executions', { event: 'execution', data: { ...execution, snapshot: false } })
  expect(toasts()).toContain('Trade executed: BUY 10,000 EUR/USD at 1.08427. Order filled')
  await order({
    id: 'stop',
    type: 'Stop',
    isProtective: true,
    status: 'Rejected',
    price: null,
    stopPrice: 1.07,
    detail: 'No',
  })
  expect(toasts()).toContain('Stop order rejected on PAPER. BUY 10,000 EUR/USD at 1.07000. No')
})

it('alerts once when the margin no longer suffices', async () => {
  show()
  await screen.findByText('No open positions')
  const account = (marginCall: boolean) =>
    live.say('balances', { event: 'balance', data: { ...accountOf({ marginCall }), snapshot: false } })
  await account(false)
  await account(true)
  await account(true)
  await screen.findByText('Insufficient available margin.')
  expect(screen.getAllByText('MARGIN CALL')).toHaveLength(1)
})

it('says that the connection is lost, and since when', async () => {
  show()
  await screen.findByText('No open positions')
  live.close()
  expect(screen.getByText(/^Disconnected, last update \d\d:\d\d:\d\d UTC$/)).toBeDefined()
})
