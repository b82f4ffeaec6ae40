// @vitest-environment jsdom
import type { BookUpdate } from '@tradeloom/contracts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptOptions } from '../../testing/kept-options.ts'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { instrumentOf, livePriceOf } from '../../entities/prices/markets.fixture.ts'
// There at once, instead of on demand.
import './order-book.tsx'

const BTC = instrumentOf({
  id: 'BTCUSDT:SIM',
  symbol: 'BTCUSDT',
  displaySymbol: 'BTC/USDT',
  dealt: 'BTC',
  quote: 'USDT',
  precision: 2,
  quoteStep: 0.01,
  lotSize: 0.001,
  hasDepth: true,
})
const TOPIC = `book.${BTC.id}`

let live: ReturnType<typeof liveSocket>
let now = 0
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  mockApi({ listInstruments: [BTC, instrumentOf({})] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
  localStorage.clear()
  vi.restoreAllMocks()
})

const say = (update: Pick<BookUpdate, 'sequence'> & Partial<BookUpdate>) =>
  live.say(TOPIC, {
    event: 'book',
    data: { instrumentId: BTC.id, kind: 'change', bids: [], asks: [], ...update },
  })
const WHOLE = {
  kind: 'refresh',
  bids: [
    [61837.7, 0.5],
    [61837.65, 1],
    [61837.1, 2],
  ],
  asks: [
    [61837.71, 0.25],
    [61837.8, 1],
    [61838.9, 4],
  ],
} satisfies Partial<BookUpdate>

const show = (values: object = {}) =>
  showPanel('order-book', { version: 1, values: { instrumentId: BTC.id, ...values } })
const rows = (side: 'bids' | 'asks') =>
  [...document.querySelectorAll<HTMLElement>(`tr[data-side=${side}]`)]
    .toSorted((one, other) => Number(one.dataset['rank']) - Number(other.dataset['rank']))
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    .filter(([price]) => price !== '')
const area = (side: 'bids' | 'asks') => document.querySelector(`path[data-side=${side}]`)?.getAttribute('d')
const ladder = () => screen.findByRole('group', { name: 'Levels of the order book' })
const subscribed = () => live.sent.filter(({ topic }) => topic === TOPIC).map(({ type }) => type)
const pass = (ms: number): void => {
  now += ms
}

it('shows the levels of both sides with their totals, the spread between them, and both sides as areas', async () => {
  show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  await waitFor(() =>
    expect(rows('bids')).toEqual([
      ['61,837.70', '0.500', '0.500'],
      ['61,837.65', '1.000', '1.500'],
      ['61,837.10', '2.000', '3.500'],
    ]),
  )
  expect(rows('asks')).toEqual([
    ['61,837.71', '0.250', '0.250'],
    ['61,837.80', '1.000', '1.250'],
    ['61,838.90', '4.000', '5.250'],
  ])
  expect(screen.getByRole('rowheader', { name: 'Spread 0.01' })).toBeDefined()
  expect(area('bids')).toMatch(/^M\d+(\.\d+)? 100H.*Z$/)
  expect(area('asks')).toMatch(/^M\d+(\.\d+)? 100H.*V0V100Z$/)
  const bars = [...document.querySelectorAll<HTMLElement>('tr[data-side=asks]')].slice(-3)
  expect(bars.map(({ style }) => style.getPropertyValue('--part'))).toEqual(['100%', '24%', '5%'])
  expect(screen.getByRole('status').textContent).toBe('Live')
})

it('follows changes: new quantities, new levels, and levels that are gone', async () => {
  show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  pass(100)
  await say({
    sequence: 2,
    bids: [[61837.7, 0.75]],
    asks: [
      [61837.71, 0],
      [61837.75, 3],
    ],
  })
  await waitFor(() => expect(rows('bids')[0]).toEqual(['61,837.70', '0.750', '0.750']))
  expect(rows('asks').map(([price]) => price)).toEqual(['61,837.75', '61,837.80', '61,838.90'])
  expect(screen.getByRole('rowheader', { name: 'Spread 0.05' })).toBeDefined()
})

it('groups the levels, bids down and asks up, by choice or with the keys [ and ], and keeps the choice', async () => {
  const { stored } = show()
  await say({ sequence: 1, ...WHOLE })
  const focus = await ladder()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', {
    name: 'Grouping of the order book of BTC/USDT on SIM',
  })
  expect([...choice.options].map(({ value }) => value)).toEqual([
    'None',
    '0.10',
    '0.50',
    '1.00',
    '2.50',
    '5.00',
    '10.00',
    '50.00',
  ])
  fireEvent.keyDown(focus, { key: ']' })
  expect(choice.value).toBe('0.10')
  await waitFor(() =>
    expect(rows('bids')).toEqual([
      ['61,837.70', '0.500', '0.500'],
      ['61,837.60', '1.000', '1.500'],
      ['61,837.10', '2.000', '3.500'],
    ]),
  )
  expect(rows('asks')).toEqual([
    ['61,837.80', '1.250', '1.250'],
    ['61,838.90', '4.000', '5.250'],
  ])
  fireEvent.change(choice, { target: { value: '1.00' } })
  await waitFor(() => expect(rows('bids')).toEqual([['61,837.00', '3.500', '3.500']]))
  await waitFor(() => expect(keptOptions('order-book')).toEqual({ [BTC.id]: { grouping: '1.00' } }))
  expect(stored).toEqual([])
  for (let press = 0; press < 5; press++) fireEvent.keyDown(focus, { key: '[' })
  expect(choice.value).toBe('None')
})

it('puts the price of a level that is pressed into the trade ticket, as it was when it was pressed', async () => {
  show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  await waitFor(() => expect(rows('bids')).toHaveLength(3))
  const second = document.querySelector('tr[data-side=bids][data-rank="1"] td')!
  fireEvent.pointerDown(second)
  pass(100)
  await say({ sequence: 2, bids: [[61837.69, 5]] })
  await waitFor(() => expect(rows('bids')[1]?.[0]).toBe('61,837.69'))
  fireEvent.click(second)
  cleanup()
  showPanel('trade-ticket', { version: 1, values: { instrumentId: BTC.id } })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Limit price' })
  expect(field.value).toBe('61837.65')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'LIMIT' }).checked).toBe(true)
  expect(live.sent.filter(({ type }) => type === 'request')).toEqual([])
})

it('says of the last group of a full side that there may be more in it', async () => {
  show({ grouping: '1.00' })
  const bids = Array.from({ length: 50 }, (_, at): [number, number] => [61837.99 - at / 50, 1])
  await say({ sequence: 1, ...WHOLE, bids })
  await ladder()
  await waitFor(() => expect(rows('bids')).toHaveLength(1))
  expect(rows('bids')[0]).toEqual(['61,837.00', '≥ 50.000', '≥ 50.000'])
  expect(rows('asks').at(-1)?.[1]).toBe('4.000')
})

it('subscribes again after a gap, shows what it knew meanwhile, and then all of the book', async () => {
  show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  pass(1_000)
  await say({ sequence: 3, bids: [[61837.7, 9]] })
  expect(subscribed()).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
  expect(rows('bids')[0]).toEqual(['61,837.70', '0.500', '0.500'])
  // Changes before the book itself say nothing.
  await say({ sequence: 4, bids: [[61837.7, 8]] })
  expect(subscribed()).toHaveLength(3)
  await say({ sequence: 5, ...WHOLE, bids: [[61837.7, 7]] })
  await waitFor(() => expect(rows('bids')).toEqual([['61,837.70', '7.000', '7.000']]))
  // Gaps one after the other do not make it subscribe all the time.
  await say({ sequence: 7 })
  expect(subscribed()).toHaveLength(3)
  pass(1_000)
  await waitFor(() => expect(subscribed()).toHaveLength(5))
})

it('requests the book again when none comes', async () => {
  show()
  await waitFor(() => expect(subscribed()).toEqual(['subscribe']))
  pass(5_000)
  await waitFor(() => expect(subscribed()).toEqual(['subscribe', 'unsubscribe', 'subscribe']))
})

it('is stale after 3 s of silence, closed with the market, and says when the connection is lost', async () => {
  show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  pass(2_900)
  await say({ sequence: 2 })
  pass(2_900)
  await say({ sequence: 2 })
  expect(screen.getByRole('status').textContent).toBe('Live')
  // An update that it knew already says nothing of now.
  pass(100)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 s old'))
  expect(rows('bids')[0]?.[0]).toBe('61,837.70')
  await live.say(`price.${BTC.id}`, { event: 'price', data: livePriceOf({ instrumentId: BTC.id, isOpen: false }) })
  // Beside the spread: it covers no level.
  expect(screen.getByRole('rowheader', { name: /^Spread .*CLOSED$/ })).toBeDefined()
  await live.say(`price.${BTC.id}`, { event: 'price', data: livePriceOf({ instrumentId: BTC.id, sequence: 2 }) })
  live.close()
  expect(screen.getByRole('status').textContent).toMatch(/^Disconnected, last update \d\d:\d\d:\d\d UTC/)
})

it('says so when the book is empty, has no depth, or the instrument is not available', async () => {
  show()
  await say({ sequence: 1, kind: 'refresh' })
  await screen.findByText('No orders in the book')
  cleanup()
  show({ instrumentId: 'EURUSD:SIM' })
  await screen.findByText('SIM has no order book of EUR/USD.')
  expect(live.sent.some(({ topic }) => topic === 'book.EURUSD:SIM')).toBe(false)
  cleanup()
  show({ instrumentId: 'XXXYYY:SIM' })
  await screen.findByText('Instrument not available')
})

it('ends its subscription with the last panel, and begins with nothing that it knew before', async () => {
  const { unmount } = show()
  await say({ sequence: 1, ...WHOLE })
  await ladder()
  unmount()
  expect(subscribed()).toEqual(['subscribe', 'unsubscribe'])
  show()
  await screen.findByRole('heading', { name: 'BTC/USDT' })
  expect(screen.queryByRole('group', { name: 'Levels of the order book' })).toBeNull()
})
