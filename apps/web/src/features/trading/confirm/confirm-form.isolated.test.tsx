// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { Modals } from '../../../ui/modals.tsx'
import '../../../ui/modals-host.tsx'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { socket } from '../../../realtime/socket.ts'
import { keptOptions } from '../../../testing/kept-options.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { EURUSD, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
import { confirmTrade, closeConfirmation, useConfirmTrade } from './confirm-state.ts'
import { ConfirmTrade } from './confirm-trade.tsx'
import { accountOf, orderOf, USER } from '../../../entities/accounts/trading.fixture.ts'

// jsdom draws no charts.
vi.mock('./confirm-chart.tsx', () => ({ ConfirmChart: () => null }))

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()] })
  live = liveSocket()
  queryClient.setQueryData(['bootstrap'], { ...sampleReply('bootstrap'), user: USER })
  queryClient.setQueryData(['balances'], [accountOf()])
  queryClient.setQueryData(['instruments'], [EURUSD])
})
afterEach(() => {
  cleanup()
  live.close()
  closeConfirmation()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const say = (changes = {}) => live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf(changes) })

async function open(quantity = 25_000, side: 'BUY' | 'SELL' = 'BUY', instrument = EURUSD): Promise<void> {
  confirmTrade({ instrument, side, quantity })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Modals />
        <ConfirmTrade isOpen />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await say()
  await waitFor(() => expect(line('Spread')).toBe('1.5 pips'))
}

const line = (name: string) =>
  screen.getByText(name, { selector: 'dt span' }).closest('div')?.querySelector('dd')?.textContent
const field = (name: RegExp) => screen.getByRole('textbox', { name })
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const trade = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Trade' })
const requests = () => live.sent.filter(({ name }) => name === 'open-position')

it('shows what the trade costs and risks, and recommends a stop loss', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Buy 25,000 EUR/USD on SIM' })).toBeDefined()
  expect(line('Stop loss')).toBe('none')
  expect(line('Margin requirement')).toBe('903.56 USD')
  expect(line('Immediate cost')).toBe('3.75 USD')
  expect(screen.getByText('A stop loss is recommended')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Cancel')
})

it('shows the fee of the venue, which is part of the immediate cost', async () => {
  await open(25_000, 'BUY', { ...EURUSD, commission: { ...EURUSD.commission, takerPercent: 0.05 } })
  // 25,000 x 1.08427 x 0.05%, and 1.5 pips of 2.50.
  expect(line('Fee')).toBe('13.55 USD')
  expect(line('Immediate cost')).toBe('17.30 USD')
})

it('reads pips and prices, and says how', async () => {
  await open()
  type(/^Stop loss/, '20')
  expect(screen.getByText('20 pips = 1.08227')).toBeDefined()
  expect(field(/^Stop loss \(pips\)/)).toBeDefined()
  expect(line('Risking (approx)')).toBe('50.00 USD')
  type(/^Stop loss/, '1.08127')
  expect(screen.getByText('1.08127 = 30 pips')).toBeDefined()
  expect(field(/^Stop loss \(SELL\)/)).toBeDefined()
  type(/^Take profit/, '1.09027')
  expect(line('Target gain (approx)')).toBe('150.00 USD')
  type(/^Trailing stop/, '10')
  expect(screen.getByText('Follows at 10 pips, from 1.08312')).toBeDefined()
})

it.each([
  ['BUY', /^Stop loss/, '1.09', 'Stop loss must be less than bid price for long positions'],
  ['SELL', /^Stop loss/, '1.07', 'Stop loss must be greater that ask price for short positions'],
] as const)('disables Trade while a level of a %s is on the wrong side', async (side, name, text, message) => {
  await open(25_000, side)
  expect(trade().disabled).toBe(false)
  type(name, text)
  expect(screen.getByText(message)).toBeDefined()
  expect(trade().disabled).toBe(true)
  type(name, '20')
  expect(trade().disabled).toBe(false)
})

it('warns of a risk above the balance', async () => {
  await open(250_000)
  type(/^Stop loss/, '500')
  expect(screen.getByText('Risking more than account balance')).toBeDefined()
})

it('does not trade without the margin', async () => {
  await open(1_000_000)
  expect(screen.getByText('Not enough available margin')).toBeDefined()
  expect(trade().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Use the largest possible: 275,540 EUR' }))
  expect(screen.getByRole('dialog', { name: 'Buy 275,540 EUR/USD on SIM' })).toBeDefined()
  expect(trade().disabled).toBe(false)
})

it('trades the quantity that is typed in it, and keeps it with the user', async () => {
  await open()
  type(/^Quantity/, '3x')
  expect(screen.getByRole('dialog', { name: 'Buy EUR/USD on SIM' })).toBeDefined()
  expect(screen.getByText('Invalid quantity')).toBeDefined()
  expect(trade().disabled).toBe(true)
  type(/^Quantity/, '3000')
  expect(screen.getByRole('dialog', { name: 'Buy 3,000 EUR/USD on SIM' })).toBeDefined()
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]).toMatchObject({ payload: { quantity: 3_000 } })
  await live.reply('open-position', { ok: true, data: { intentId: USER.id } })
  await waitFor(() => expect(keptOptions('price-tile')).toEqual({ [EURUSD.id]: { quantity: '3000' } }))
})

it('sends the trade once it is confirmed, and under another key after it was refused', async () => {
  await open()
  type(/^Stop loss/, '20')
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(1))
  // The server would answer the same key with the same refusal.
  await live.reply('open-position', { ok: false, error: 'No fresh price' })
  await screen.findByText('No fresh price')
  type(/^Stop loss/, '1.08127')
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(2))
  const [first, second] = requests().map(({ payload }) => payload as { readonly key: string })
  expect(first).toMatchObject({ direction: 'LONG', quantity: 25_000, stopLoss: 1.08227, price: 1.08427 })
  expect(second).toMatchObject({ direction: 'LONG', quantity: 25_000, stopLoss: 1.08127, price: 1.08427 })
  expect(second?.key).not.toBe(first?.key)
  await live.reply('open-position', { ok: true, data: {} })
  await waitFor(() => expect(useConfirmTrade.getState().trade).toBeNull())
})

it('sends a trade without an answer again only as it was, with the same key', async () => {
  await open()
  type(/^Stop loss/, '1.08127')
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(field(/^Stop loss/)).toHaveProperty('readOnly', true)
  live.lose()
  await screen.findByText(/^The server has not answered yet\. Try again/)
  expect(field(/^Stop loss/)).toHaveProperty('readOnly', true)
  await say({ sequence: 2 })
  await waitFor(() => expect(trade().disabled).toBe(false))
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(2))
  const [first, second] = requests().map(({ payload }) => payload)
  expect(second).toEqual({ ...(first as object), age: expect.any(Number) })
})

it('says that it asks again while the server is slow, under the same key', async () => {
  await open()
  const late = Promise.withResolvers<unknown>()
  const request = vi.spyOn(socket, 'request')
  request.mockRejectedValueOnce(new RequestTimeout('')).mockReturnValueOnce(late.promise)
  fireEvent.click(trade())
  await screen.findByText('The server has not answered yet. Asking again: the same order is never placed twice')
  const [first, second] = request.mock.calls.map(([, , order]) => order)
  expect(second).toEqual({ ...(first as object), age: expect.any(Number) })
  late.resolve({})
  await waitFor(() => expect(useConfirmTrade.getState().trade).toBeNull())
  request.mockRestore()
})

it.each(['1,0950', '-20'])('asks before it trades without the stop loss that %s was meant as', async (text) => {
  await open()
  type(/^Stop loss/, text)
  fireEvent.blur(field(/^Stop loss/))
  expect(screen.getByText(`"${text}" was read as no stop loss`)).toBeDefined()
  fireEvent.click(trade())
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back' })).toBeNull())
  expect(requests()).toEqual([])
  type(/^Stop loss/, '1.08127')
  expect(screen.queryByText(/was read as no stop loss/)).toBeNull()
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toMatchObject([{ payload: { stopLoss: 1.08127 } }]))
})

it('checks the trade again with the newest price before it is sent', async () => {
  await open()
  type(/^Stop loss/, '1.08127')
  await live.say(`price.${EURUSD.id}`, {
    event: 'price',
    data: livePriceOf({ sequence: 2, bid: 1.081, ask: 1.08115 }),
  })
  fireEvent.click(trade())
  await screen.findAllByText('Stop loss must be less than bid price for long positions')
  expect(requests()).toEqual([])
})

it('reads what is no level as none, says so, and clears it', async () => {
  await open()
  for (const text of ['abc', '0', '-5']) {
    type(/^Stop loss/, text)
    expect(screen.getByText('Read as no stop loss')).toBeDefined()
    expect(line('Stop loss')).toBe('none')
    fireEvent.blur(field(/^Stop loss/))
    expect(field(/^Stop loss/)).toHaveProperty('value', '')
  }
})

it('takes Enter on the button alone for a trade', async () => {
  await open()
  const stopLoss = field(/^Stop loss/)
  expect(fireEvent.keyDown(stopLoss, { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(trade(), { key: 'Enter' })).toBe(true)
})

it('opens nothing before it is known on which account', async () => {
  queryClient.removeQueries({ queryKey: ['balances'] })
  const accounts = Promise.withResolvers<ReturnType<typeof accountOf>[]>()
  mockApi({ listInstruments: [EURUSD], listOrders: [], listAccounts: () => accounts.promise })
  await open()
  expect(screen.getByText('Your accounts are loading')).toBeDefined()
  expect(trade().disabled).toBe(true)
  accounts.resolve([accountOf()])
  await waitFor(() => expect(trade().disabled).toBe(false))
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toMatchObject([{ payload: { accountId: accountOf().id } }]))
})

it('opens nothing while it is not known whether an earlier order was placed', async () => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOrders: [orderOf({ status: 'UNKNOWN' })] })
  await open()
  await screen.findByText('It is not yet confirmed whether an earlier order of this instrument was placed')
  expect(trade().disabled).toBe(true)
})

it('names side, quantity and venue on the button of a live account', async () => {
  const listAccounts = [accountOf({ type: 'live', broker: 'SIM' })]
  mockApi({ listInstruments: [EURUSD], listAccounts, listOrders: [] })
  queryClient.setQueryData(['balances'], listAccounts)
  await open()
  expect(screen.getByRole('button', { name: 'Trade: Buy 25,000 EUR/USD on SIM' })).toBeDefined()
  expect(screen.getByText('LIVE')).toBeDefined()
})

it('reads money and percent as the ticket does', async () => {
  await open()
  type(/^Stop loss/, '50 USD')
  type(/^Take profit/, '1%')
  expect(line('Risking (approx)')).toBe('50.00 USD')
  expect(line('Reward to risk')).toBe('5.43 : 1')
  type(/^Stop loss/, '50 EUR')
  expect(screen.getByText('Amounts are in USD here')).toBeDefined()
  expect(trade().disabled).toBe(true)
  type(/^Stop loss/, '50 USD')
  fireEvent.click(trade())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]?.payload).toMatchObject({ stopLoss: 1.08227, takeProfit: 1.09512 })
})

it('asks again where pips look like a price', async () => {
  await open()
  type(/^Take profit/, '1.1')
  expect(screen.getByText('Read as 1.1 pips. For the price type 1.10')).toBeDefined()
  fireEvent.click(trade())
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back' })).toBeNull())
  expect(requests()).toEqual([])
  fireEvent.click(trade())
  fireEvent.click(await screen.findByRole('button', { name: 'Trade with pips' }))
  await waitFor(() => expect(requests()).toHaveLength(1))
})
