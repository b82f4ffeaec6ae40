// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { notifications, notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { Modals } from '../../../ui/modals.tsx'
import { socket } from '../../../realtime/socket.ts'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { keptOptions } from '../../../testing/kept-options.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi, type MockReplies } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { pickPrice } from '../../../entities/orders/picked-price.ts'
import { closeAuthPrompt, useAuthPrompt } from '../../../entities/user/auth-prompt.ts'
import { useDashboard } from '../../../entities/panels/dashboard-state.ts'
import { EURUSD, instrumentOf, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
import { accountOf, orderOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import '../../../ui/modals-host.tsx'
import './trade-ticket.tsx'

const GBPUSD = instrumentOf({ id: 'GBPUSD:SIM', symbol: 'GBPUSD', displaySymbol: 'GBP/USD' })
const LOTS = { ...EURUSD, lotSize: 1_000 }

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  notifications.clean()
  queryClient.clear()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const say = (changes = {}) => live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf(changes) })

async function show(replies: MockReplies = {}, user: object | null = USER, values: object = {}) {
  const api = mockApi({ listInstruments: [LOTS, GBPUSD], listAccounts: [accountOf()], listOrders: [], ...replies })
  render(
    <MantineProvider env="test">
      <Modals />
    </MantineProvider>,
  )
  const panel = showPanel('trade-ticket', { version: 1, values }, user)
  await screen.findByRole('radiogroup', { name: 'Side' })
  await say()
  await waitFor(() => expect(line('Spread')).toBe('1.5 pips'))
  return { ...panel, api }
}

const line = (name: string) =>
  screen.getByText(name, { selector: 'dt span' }).closest('div')?.querySelector('dd')?.textContent
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: RegExp, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.blur(field(name))
}
const submitButton = () => screen.getByRole('button', { name: /^(Buy|Sell) / })
const isEnabled = () => submitButton().getAttribute('aria-disabled') === 'false'
const orders = () => live.sent.filter(({ name }) => name === 'order').map(({ payload }) => payload as object)
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message)

it('says so when there is no such instrument', async () => {
  mockApi({ listInstruments: [GBPUSD] })
  showPanel('trade-ticket', undefined, USER)
  await screen.findByText('Instrument not available')
})

it('names side, quantity, instrument, account and whether it is real money, and previews what the order costs', async () => {
  await show()
  expect(submitButton().textContent).toBe('Buy 5,000 EUR/USD on PAPER P-1 PAPER')
  await waitFor(() => expect(line('Margin requirement')).toBe('180.71 USD'))
  expect(line('Immediate cost')).toBe('0.75 USD')
  expect(screen.getByText('A stop loss is recommended')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'SELL' }))
  expect(submitButton().textContent).toBe('Sell 5,000 EUR/USD on PAPER P-1 PAPER')
  expect(submitButton().getAttribute('data-side')).toBe('SELL')
})

it('the ticket is two sides on a phone, which open a sheet, and the whole form in a narrow window of its own', async () => {
  const wide = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query.includes('767px') }))
  mockApi({ listInstruments: [LOTS, GBPUSD], listAccounts: [accountOf()], listOrders: [] })
  const phone = showPanel('trade-ticket', undefined, USER)
  await screen.findByRole('button', { name: /^BUY/ })
  expect(screen.queryByRole('radiogroup', { name: 'Side' })).toBeNull()
  phone.unmount()
  useDashboard.setState({ isWindow: true })
  showPanel('trade-ticket', undefined, USER)
  await screen.findByRole('radiogroup', { name: 'Side' })
  useDashboard.setState({ isWindow: false })
})

it('sends a market order with its stops, and says so', async () => {
  await show()
  type(/^Stop loss/, '20')
  expect(screen.getByText('20 pips = 1.08227')).toBeDefined()
  type(/^Trailing stop/, '30')
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(orders()[0]).toMatchObject({
    key: expect.stringMatching(/^[A-Za-z0-9]{7}$/),
    accountId: accountOf().id,
    broker: 'SIM',
    symbol: 'EURUSD',
    side: 'BUY',
    type: 'MARKET',
    quantity: 5_000,
    limitPrice: null,
    stopPrice: null,
    stopLoss: 1.08227,
    takeProfit: null,
    trailingStop: 0.003,
  })
  await live.reply('order', { ok: true, data: {} })
  await waitFor(() => expect(toasts()).toEqual(['Order submitted successfully']))
})

it('takes a bracket in percent and in money, and says what it wins for what it risks', async () => {
  await show()
  expect(line('Reward to risk')).toBe('none')
  const unitOf = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: `Unit of the ${name}` })
  fireEvent.change(unitOf('stop loss'), { target: { value: 'USD' } })
  type(/^Stop loss/, '10')
  expect(screen.getByText('1.08227 = 20 pips')).toBeDefined()
  expect(field(/^Stop loss \(USD\)/).value).toBe('10')
  fireEvent.change(unitOf('take profit'), { target: { value: '%' } })
  type(/^Take profit/, '1')
  expect(line('Risking (approx)')).toBe('10.00 USD')
  expect(line('Target gain (approx)')).toBe('54.25 USD')
  expect(line('Reward to risk')).toBe('5.43 : 1')
  // The stop follows the quantity: what it risks stays.
  type(/^Quantity/, '10000')
  expect(screen.getByText('1.08327 = 10 pips')).toBeDefined()
  expect(line('Risking (approx)')).toBe('10.00 USD')
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(orders()[0]).toMatchObject({ stopLoss: 1.08327, takeProfit: 1.09512 })
  // Another unit is another level: what was typed in the old one does not become one.
  fireEvent.change(unitOf('stop loss'), { target: { value: '' } })
  expect(field(/^Stop loss/).value).toBe('')
  expect(unitOf('trailing stop').options).toHaveLength(2)
})

it('links a waiting order to one that works, and does not forget it when that one ends', async () => {
  const one = orderOf({ id: USER.id, instrumentId: EURUSD.id, accountId: accountOf().id, isAtBroker: true })
  await show({ listOrders: [one, { ...one, id: 'linked', linkedTo: 'x' }, { ...one, id: 'p', isProtective: true }] })
  const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'One cancels the other' })
  expect(screen.queryByRole('combobox', { name: 'One cancels the other' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'LIMIT' }))
  await waitFor(() => expect(choice().options).toHaveLength(2))
  fireEvent.change(choice(), { target: { value: one.id } })
  type(/^Limit price/, '1.07000')
  queryClient.setQueryData(['orders'], [{ ...one, status: 'FILLED' }])
  await screen.findByText('It was filled or has ended')
  expect(choice().value).toBe(one.id)
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(orders()[0]).toMatchObject({ type: 'LIMIT', linkedTo: one.id })
  await live.reply('order', { ok: true, data: {} })
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'One cancels the other' })).toBeNull())
})

it('sends no order whose stop in money has no quantity', async () => {
  await show()
  type(/^Stop loss/, '10 USD')
  type(/^Quantity/, '')
  expect(screen.getByText('An amount of USD needs a quantity and an exchange rate')).toBeDefined()
  expect(isEnabled()).toBe(false)
  type(/^Quantity/, '5000')
  type(/^Stop loss/, '10 EUR')
  expect(screen.getByText('Amounts are in USD here')).toBeDefined()
  expect(isEnabled()).toBe(false)
  fireEvent.submit(submitButton())
  expect(orders()).toEqual([])
})

it('marks what the type requires when it is submitted, and forgets that with another type', async () => {
  await show({}, USER, { type: 'LIMIT' })
  expect(isEnabled()).toBe(false)
  expect(screen.queryByText('Invalid number')).toBeNull()
  fireEvent.submit(submitButton())
  await screen.findByText('Invalid number')
  expect(field(/^Limit price/).getAttribute('aria-invalid')).toBe('true')
  expect(orders()).toEqual([])
  type(/^Quantity/, '1500')
  type(/^Limit price/, 'x')
  expect(screen.getByText('Lot size is 1000')).toBeDefined()
  expect(screen.getByText('Invalid number')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'STOP_LIMIT' }))
  await screen.findByRole('textbox', { name: /^Stop price/ })
  expect(screen.queryByText('Invalid number')).toBeNull()
  expect(screen.queryByText('Lot size is 1000')).toBeNull()
  expect(isEnabled()).toBe(false)
})

it('sends limit and stop limit orders once all that the type requires is valid, and keeps the type', async () => {
  const { stored } = await show()
  fireEvent.click(screen.getByRole('radio', { name: 'STOP_LIMIT' }))
  await screen.findByRole('textbox', { name: /^Stop price/ })
  await waitFor(() => expect(keptOptions('trade-ticket')).toEqual({ [EURUSD.id]: { type: 'STOP_LIMIT' } }))
  expect(stored).toEqual([])
  type(/^Limit price/, '1.08700')
  expect(isEnabled()).toBe(false)
  type(/^Stop price/, '1.08600')
  expect(isEnabled()).toBe(true)
  type(/^Take profit/, '50')
  expect(screen.getByText('50 pips = 1.09200')).toBeDefined()
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(orders()[0]).toMatchObject({ type: 'STOP_LIMIT', limitPrice: 1.087, stopPrice: 1.086, takeProfit: 1.092 })
})

it('sends a stop order, and says while it is typed that the market is past its price', async () => {
  await show()
  type(/^Quantity/, '10000')
  fireEvent.click(screen.getByRole('radio', { name: 'STOP' }))
  await screen.findByRole('textbox', { name: /^Stop price/ })
  expect(screen.queryByRole('textbox', { name: /^Limit price/ })).toBeNull()
  expect(isEnabled()).toBe(false)
  type(/^Stop price/, '1.08400')
  expect(screen.getByText('The market is past it: triggers at once')).toBeDefined()
  type(/^Stop price/, '1.10000')
  expect(screen.queryByText('The market is past it: triggers at once')).toBeNull()
  expect(field(/^Total/).value).toBe('11000.00')
  type(/^Total/, '5500')
  expect(field(/^Quantity/).value).toBe('5000')
  pickPrice({ instrumentId: EURUSD.id, price: 1.09 })
  await waitFor(() => expect(field(/^Stop price/).value).toBe('1.09000'))
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(orders()[0]).toMatchObject({ type: 'STOP', quantity: 5_000, limitPrice: null, stopPrice: 1.09 })
})

it('offers the types that the venue of the instrument takes, and never executes at once instead of waiting', async () => {
  const orderTypes = ['MARKET', 'LIMIT', 'STOP'] as const
  await show({ listInstruments: [{ ...LOTS, orderTypes }, GBPUSD] }, USER, { type: 'STOP_LIMIT' })
  const names = within(screen.getByRole('radiogroup', { name: 'Order type' })).getAllByRole<HTMLInputElement>('radio')
  expect(names.map(({ value }) => value)).toEqual(orderTypes)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'STOP' }).checked).toBe(true)
  expect(isEnabled()).toBe(false)
  fireEvent.keyDown(screen.getByRole('radio', { name: 'STOP' }), { key: 'k' })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'STOP' }).checked).toBe(true)
})

it.each([
  ['1a', 'Invalid number'],
  ['', 'Invalid number'],
  ['1500', 'Lot size is 1000'],
  ['500', 'Minimum trade size for EUR/USD is 1000'],
  ['900000', 'Not enough available margin'],
])('does not take "%s" as a quantity', async (text, problem) => {
  await show()
  type(/^Quantity/, text)
  expect(screen.getAllByText(problem)).toBeDefined()
  expect(isEnabled()).toBe(false)
  fireEvent.submit(submitButton())
  expect(orders()).toEqual([])
})

it('takes no text for a level, and explains a level on the wrong side', async () => {
  await show()
  type(/^Stop loss/, 'x')
  expect(screen.getByText('Invalid number')).toBeDefined()
  expect(screen.queryByText('Read as no stop loss')).toBeNull()
  expect(isEnabled()).toBe(false)
  type(/^Stop loss/, '1.09')
  expect(screen.getByText('Stop loss must be less than bid price for long positions')).toBeDefined()
  type(/^Stop loss/, '')
  expect(isEnabled()).toBe(true)
})

it('shows no figures of a quantity below zero', async () => {
  await show()
  type(/^Quantity/, '-5')
  expect(line('Margin requirement')).toBe('–')
  expect(line('Immediate cost')).toBe('–')
  expect(submitButton().textContent).toBe('Buy EUR/USD on PAPER P-1 PAPER')
  type(/^Total/, '-500')
  expect(screen.queryByText(/^Buys /)).toBeNull()
})

it('names the account among several of a broker before real money is spent', async () => {
  const listAccounts = ['11', '22'].map((accountNo, index) =>
    accountOf({ id: `0${index}a1fcbd-ca32-7065-a0e0-bc608310879a`, type: 'live', broker: 'SIM', accountNo }),
  )
  await show({ listAccounts })
  expect(line('Account')).toBe('SIM 11')
  expect(line('Available')).toBe('10,000.00 USD')
})

it.each(['0', '-5'])('reads a stop loss of %s as none, says so, and clears it', async (text) => {
  await show()
  fireEvent.change(field(/^Stop loss/), { target: { value: text } })
  expect(screen.getByText('Read as no stop loss')).toBeDefined()
  fireEvent.blur(field(/^Stop loss/))
  expect(field(/^Stop loss/).value).toBe('')
  expect(isEnabled()).toBe(true)
})

it('takes a total instead of a quantity: the most whole lots that it pays for, until the quantity is typed', async () => {
  await show()
  type(/^Quantity/, '25000')
  expect(field(/^Total/).value).toBe('27106.75')
  type(/^Total/, '27100')
  expect(field(/^Quantity/).value).toBe('24000')
  expect(screen.getByText('Buys 24,000 EUR for 26,022.48 USD')).toBeDefined()
  expect(submitButton().textContent).toBe('Buy 24,000 EUR/USD on PAPER P-1 PAPER')
  // Prices of the market do not change what is about to be sent.
  await say({ sequence: 2, bid: 1.09412, ask: 1.09427 })
  await screen.findByText('Buys 24,000 EUR for 26,262.48 USD')
  type(/^Quantity/, '10000')
  expect(field(/^Total/).value).toBe('10942.70')
  fireEvent.click(screen.getByRole('radio', { name: 'LIMIT' }))
  await screen.findByRole('textbox', { name: /^Limit price/ })
  type(/^Total/, '11000')
  type(/^Limit price/, '1.00000')
  expect(field(/^Quantity/).value).toBe('11000')
  type(/^Limit price/, '1.10000')
  expect(field(/^Quantity/).value).toBe('10000')
  type(/^Total/, 'x')
  expect(isEnabled()).toBe(false)
})

it("reads a comma as the point where the browser's language writes it so", async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  await show()
  type(/^Stop loss/, '1,08127')
  expect(screen.getByText('1.08127 = 30 pips')).toBeDefined()
  type(/^Total/, '10842,7')
  expect(field(/^Quantity/).value).toBe('10000')
  vi.restoreAllMocks()
})

it('changes no number under the cursor, or what is typed would be joined with another one', async () => {
  await show()
  const total = field(/^Total/)
  const before = total.value
  fireEvent.focus(total)
  type(/^Quantity/, '20000')
  expect(total.value).toBe(before)
  fireEvent.blur(total)
  expect(total.value).toBe('21685.40')
  fireEvent.focus(total)
  type(/^Total/, '10842.7')
  expect([total.value, field(/^Quantity/).value]).toEqual(['10842.7', '10000'])
})

it('sells coins at a spot venue without asking for margin, and takes no stops for the sale', async () => {
  const instrument = instrumentOf({ id: EURUSD.id, broker: 'BINANCE', exchangeName: 'Binance' })
  await show({
    listInstruments: [instrument],
    listAccounts: [accountOf({ type: 'live', broker: 'BINANCE', available: 0 })],
  })
  await screen.findAllByText('Not enough available margin')
  fireEvent.click(screen.getByRole('radio', { name: 'SELL' }))
  await waitFor(() => expect(isEnabled()).toBe(true))
  expect(line('Margin requirement')).toBe('none')
  expect(screen.queryByText('A stop loss is recommended')).toBeNull()
  type(/^Stop loss/, '20')
  expect(screen.getByText('A sale opens no position that a stop could protect')).toBeDefined()
  expect(isEnabled()).toBe(false)
})

it('counts orders at a venue against its limits, and says before the press that one would be too many', async () => {
  const limits = { exchangeName: 'Binance', maxOrders: 200, maxStops: 5 }
  const instrument = instrumentOf({ id: EURUSD.id, broker: 'BINANCE', ...limits })
  const none = { orders: 0, stops: 0 }
  const full = { instrumentId: EURUSD.id, orders: 7, stops: 5, replaceable: none }
  const account = accountOf({ type: 'live', broker: 'BINANCE', workingOrders: [full] })
  await show({ listInstruments: [instrument], listAccounts: [account] })
  expect(line('Orders that work')).toBe('7 of 200, 5 of 5 with a stop price')
  expect(isEnabled()).toBe(true)
  type(/^Stop loss/, '20')
  const tooMany = 'Binance takes at most 5 orders with a stop price of EUR/USD at once, and 5 work already'
  await screen.findByText(tooMany)
  expect(isEnabled()).toBe(false)
  fireEvent.submit(submitButton())
  expect(orders()).toEqual([])
  // The stop of a position that the order adds to is replaced.
  const netted = { ...account, workingOrders: [{ ...full, replaceable: { orders: 1, stops: 1 } }] }
  queryClient.setQueryData(['balances'], [netted])
  await waitFor(() => expect(screen.queryByText(tooMany)).toBeNull())
  expect(isEnabled()).toBe(true)
})

it('asks again where pips look like a price', async () => {
  await show()
  type(/^Take profit/, '1.1')
  expect(screen.getByText('Read as 1.1 pips. For the price type 1.10')).toBeDefined()
  fireEvent.submit(submitButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Trade with pips' }))
  await waitFor(() => expect(orders()).toHaveLength(1))
})

it('asks again where a quantity is more than 5 times the usual one', async () => {
  const small = [1_000, 2_000, 1_000].map((quantity, index) => orderOf({ id: `o${index}`, quantity }))
  await show({ listOrders: small })
  type(/^Quantity/, '6000')
  fireEvent.submit(submitButton())
  await screen.findByText('6,000 EUR/USD is 6 times your usual 1,000.')
  expect(orders()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Trade 6,000' }))
  await waitFor(() => expect(orders()).toHaveLength(1))
})

it.each([
  ['refused orders', orderOf({ status: 'Rejected', quantity: 500 })],
  ['orders of sessions', orderOf({ sessionId: USER.id, quantity: 500 })],
  ['orders of other instruments', orderOf({ instrumentId: GBPUSD.id, quantity: 500 })],
  ['stops of positions', orderOf({ isProtective: true, positionId: 'p1', quantity: 500 })],
])('takes no %s for usual quantities', async (_kind, order) => {
  await show({ listOrders: [order] })
  type(/^Quantity/, '6000')
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
})

it('sends nothing when the user goes back from an unusual quantity', async () => {
  await show({ listOrders: [orderOf({ quantity: 1_000 })] })
  type(/^Quantity/, '10000')
  fireEvent.submit(submitButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByText(/times your usual/)).toBeNull())
  expect(orders()).toEqual([])
})

it.each([
  ['held here at a venue', 'practice' as const, 1],
  ['of the account itself on paper', 'paper' as const, 0],
])('says that a trailing stop is %s', async (_where, kind, notes) => {
  const account = accountOf({ type: kind, broker: kind === 'paper' ? 'PAPER' : 'BINANCE' })
  const instrument = instrumentOf({ id: EURUSD.id, broker: 'BINANCE', exchangeName: 'Binance' })
  await show({ listInstruments: [instrument], listAccounts: [account] })
  type(/^Trailing stop/, '30')
  const text = 'Managed by Tradeloom: Binance has no trailing stop at a distance in price'
  expect(screen.queryAllByText(text)).toHaveLength(notes)
})

it.each([
  ['moved by the venue', 'netting' as const, '', 'OANDA moves the trailing stop itself'],
  [
    'held here beside a target at a spot market',
    'spot' as const,
    '100',
    'Managed by Tradeloom: OANDA has no trailing stop beside a stop loss or take profit',
  ],
])('says that a trailing stop is %s', async (_where, model, target, text) => {
  const account = accountOf({ type: 'practice', broker: 'OANDA', model })
  const instrument = instrumentOf({ id: EURUSD.id, broker: 'OANDA', exchangeName: 'OANDA', hasTrailingStops: true })
  await show({ listInstruments: [instrument], listAccounts: [account] })
  type(/^Trailing stop/, '30')
  if (target !== '') type(/^Take profit/, target)
  expect(screen.getByText(text)).toBeDefined()
})

it('asks visitors to log in, and keeps what they have typed', async () => {
  const { api } = await show({}, null)
  type(/^Quantity/, '6000')
  fireEvent.submit(submitButton())
  await waitFor(() => expect(useAuthPrompt.getState().message).toBe('Please log in to trade'))
  expect(orders()).toEqual([])
  queryClient.setQueryData(['bootstrap'], { user: USER })
  closeAuthPrompt(true)
  await waitFor(() => expect(api.requestsOf('listAccounts')).not.toEqual([]))
  expect(field(/^Quantity/).value).toBe('6000')
  expect(orders()).toEqual([])
})

it.each([
  [{ isOpen: false }, 'Trading EUR/USD is closed'],
  [{ state: 'stale' as const }, 'No fresh price'],
])('sends nothing on a price with %o', async (changes, problem) => {
  await show()
  await say({ sequence: 2, ...changes })
  await screen.findByText(problem)
  expect(isEnabled()).toBe(false)
  fireEvent.submit(submitButton())
  expect(orders()).toEqual([])
})

it('says that a market is closed, and offers one that trades now', async () => {
  const { stored } = await show()
  expect(screen.queryByText(/is closed now/)).toBeNull()
  await say({ sequence: 2, isOpen: false })
  await screen.findByText('EUR/USD is closed now.')
  fireEvent.click(screen.getByRole('button', { name: 'Trade GBP/USD instead' }))
  await waitFor(() => expect(stored.at(-1)?.values).toMatchObject({ instrumentId: GBPUSD.id }))
})

it('sends nothing while it is not known whether an earlier order of the instrument was placed', async () => {
  await show({ listOrders: [orderOf({ status: 'UNKNOWN' })] })
  await screen.findByText('It is not yet confirmed whether an earlier order of this instrument was placed')
  expect(isEnabled()).toBe(false)
  fireEvent.submit(submitButton())
  expect(orders()).toEqual([])
})

it.each([
  [[accountOf({ level: 'NO_NEW' })], 'The account accepts no new positions (NO_NEW)'],
  [[accountOf({ type: 'live', broker: 'BINANCE' })], 'None of your accounts trades EUR/USD on SIM'],
  [[accountOf({ connected: false })], 'Cannot open position - broker not connected'],
])('says why an account opens nothing', async (listAccounts, problem) => {
  await show({ listAccounts })
  await screen.findByText(problem)
  expect(isEnabled()).toBe(false)
})

it('sends a refused order under another key, and one without an answer under the same', async () => {
  await show()
  const press = async (count: number): Promise<void> => {
    fireEvent.submit(submitButton())
    await waitFor(() => expect(orders()).toHaveLength(count))
  }
  const keys = () => orders().map((order) => (order as { key: string }).key)
  await press(1)
  await live.reply('order', { ok: false, error: 'Refused by the venue' })
  await screen.findByText('Refused by the venue')
  await press(2)
  expect(keys()[1]).not.toBe(keys()[0])
  live.lose()
  await screen.findByText('The server has not answered yet. Try again: the same order is never placed twice')
  await say({ sequence: 3 })
  await waitFor(() => expect(isEnabled()).toBe(true))
  await press(3)
  expect(keys()[2]).toBe(keys()[1])
})

it('asks before another order follows one that may have been placed', async () => {
  await show()
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  live.lose()
  await screen.findByText('The server has not answered yet. Try again: the same order is never placed twice')
  await say({ sequence: 3 })
  await waitFor(() => expect(isEnabled()).toBe(true))
  type(/^Quantity/, '6000')
  fireEvent.submit(submitButton())
  await screen.findByText(/may have been placed\. Check your orders and positions first/)
  expect(orders()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Send another order' }))
  await waitFor(() => expect(orders()).toHaveLength(2))
})

it.each([true, false])(
  'asks before it trades without the stop that a negative number was (left: %s)',
  async (isLeft) => {
    await show()
    type(/^Stop loss/, '-20')
    if (isLeft) {
      fireEvent.blur(field(/^Stop loss/))
      expect(screen.getByText('"-20" was read as no stop loss')).toBeDefined()
    }
    fireEvent.submit(submitButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Back' })).toBeNull())
    expect(orders()).toEqual([])
    type(/^Stop loss/, '0')
    fireEvent.submit(submitButton())
    await waitFor(() => expect(orders()).toHaveLength(1))
  },
)

it('asks again under the same key while the server is slow, says so, and takes the late answer', async () => {
  await show()
  const late = Promise.withResolvers<unknown>()
  const request = vi.spyOn(socket, 'request')
  request.mockRejectedValueOnce(new RequestTimeout('')).mockReturnValueOnce(late.promise)
  fireEvent.submit(submitButton())
  const slow = 'The server has not answered yet. Asking again: the same order is never placed twice'
  await screen.findByText(slow)
  const [first, second] = request.mock.calls.map(([, , order]) => order as { readonly age: number })
  expect(second?.age).toBeGreaterThanOrEqual(first?.age ?? NaN)
  expect(second).toEqual({ ...first, age: second?.age })
  late.resolve({})
  await waitFor(() => expect(toasts()).toEqual(['Order submitted successfully']))
  await waitFor(() => expect(screen.queryByText(slow)).toBeNull())
  request.mockRestore()
})

it('chooses type and side by keys where nothing is typed', async () => {
  await show()
  const group = screen.getByRole('radio', { name: 'MARKET' })
  fireEvent.keyDown(group, { key: 'l' })
  await screen.findByRole('textbox', { name: /^Limit price/ })
  fireEvent.keyDown(group, { key: 's' })
  expect(submitButton().getAttribute('data-side')).toBe('SELL')
  fireEvent.keyDown(field(/^Limit price/), { key: 'm' })
  expect(field(/^Limit price/)).toBeDefined()
  field(/^Quantity/).focus()
  fireEvent.keyDown(field(/^Quantity/), { key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'LIMIT' }))
  fireEvent.keyDown(document.activeElement!, { key: 'k' })
  await screen.findByRole('textbox', { name: /^Stop price/ })
})

it('begins with what 2 % of the equity pays for, and sets parts of the available margin', async () => {
  await show()
  expect(field(/^Quantity/).value).toBe('5000')
  const half = screen.getByRole('button', { name: '50% of the available margin' })
  expect(half.title).toBe('137,000 EUR')
  fireEvent.click(half)
  expect(field(/^Quantity/).value).toBe('137000')
  fireEvent.submit(submitButton())
  await waitFor(() => expect(orders()).toHaveLength(1))
  await live.reply('order', { ok: true, data: { intentId: USER.id } })
  // The next order of the instrument begins with it, also in the price tile.
  await waitFor(() => expect(keptOptions('price-tile')).toEqual({ [EURUSD.id]: { quantity: '137000' } }))
})

it('says how much an order needs that is too large, and offers the largest possible quantity', async () => {
  await show()
  type(/^Quantity/, '1000000')
  expect(screen.getByText('It needs 36,142.33 USD, and 10,000.00 USD is available.')).toBeDefined()
  expect(isEnabled()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Use the largest possible: 275,000 EUR' }))
  expect(field(/^Quantity/).value).toBe('275000')
  expect(isEnabled()).toBe(true)
  expect(screen.queryByText(/^It needs/)).toBeNull()
})
