// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { followPrice } from '../../../entities/prices/market-prices.ts'
import { EURUSD, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
// There at once, instead of on demand.
import './price-tile.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({ listInstruments: [EURUSD] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TOPIC = `price.${EURUSD.id}`
const say = (changes: Parameters<typeof livePriceOf>[0] = {}) =>
  live.say(TOPIC, { event: 'price', data: livePriceOf(changes) })
const showTile = () => showPanel('price-tile', { version: 1, values: { instrumentId: EURUSD.id } })
const sell = () => screen.getByRole('button', { name: /^SELL.*EUR\/USD on SIM/ })
const buy = () => screen.getByRole('button', { name: /^BUY.*EUR\/USD on SIM/ })
const parts = (half: HTMLElement) =>
  ['large', 'pips', 'babyPip'].map((part) => half.querySelector(`[data-part=${part}]`)?.textContent)

it('shows bid and ask in large digits, pips and baby pips, with the spread between them', async () => {
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say({ bid: 1.08412, ask: 1.08427 })
  expect(parts(sell())).toEqual(['1.08', '41', '2'])
  expect(parts(buy())).toEqual(['1.08', '42', '7'])
  expect(screen.getByRole('img', { name: '1.08412' })).toBeDefined()
  expect(screen.getByTitle('Spread in pips').textContent).toBe('1.5')
})

it('waits for a price that is not cached', async () => {
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say({ isCached: true })
  expect(screen.getByRole('status').textContent).toBe('Waiting for the next price')
  await say({ sequence: 2 })
  expect(screen.getByRole('status').textContent).toBe('Live')
})

it('flashes up and down, and again for a change while it flashes', async () => {
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say({ bid: 1.08412, ask: 1.08427, isCached: true })
  await say({ bid: 1.08413, ask: 1.08427, sequence: 2 })
  expect([sell().dataset['flash'], buy().dataset['flash']]).toEqual(['up-a', undefined])
  await say({ bid: 1.08414, ask: 1.08426, sequence: 3 })
  expect([sell().dataset['flash'], buy().dataset['flash']]).toEqual(['up-b', 'down-a'])
  expect(sell().dataset['dir']).toBe('up')
})

it('drops a price that arrives out of sequence, with a warning in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say({ bid: 1.08412, sequence: 7 })
  await say({ bid: 1.07, sequence: 6 })
  expect(sell().dataset['price']).toBe('1.08412')
  expect(warn).toHaveBeenCalledOnce()
  // A snapshot starts over.
  await say({ bid: 1.07, sequence: 6, isCached: true })
  expect(sell().dataset['price']).toBe('1.07000')
})

it('says CLOSED while trading is closed, and keeps the last price', async () => {
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say({ isOpen: false })
  expect(screen.getByText('CLOSED')).toBeDefined()
  expect(parts(sell())).toEqual(['1.08', '41', '2'])
  await say({ sequence: 2 })
  expect(screen.queryByText('CLOSED')).toBeNull()
})

it('says when a closed market opens again, in the place of the quantity', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 17) })
  mockApi({ listInstruments: [{ ...EURUSD, calendar: 'forex' }] })
  showTile()
  await screen.findByRole('textbox', { name: /^Quantity/ })
  await say({ isOpen: false })
  expect(screen.getByText('Opens Sun 22:00, in 1 d 5 h')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  vi.useRealTimers()
})

it('says how old the last price is once the stream is silent, and that the connection is lost', async () => {
  showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await say()
  await say({ state: 'stale' })
  expect(screen.getByRole('status').textContent).toBe('0 s old')
  live.close()
  expect(screen.getByRole('status').textContent).toMatch(/^Disconnected, last update \d\d:\d\d:\d\d UTC/)
})

it('says so when there is no such instrument', async () => {
  showPanel('price-tile', { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
  await screen.findByText('Instrument not available')
})

it('subscribes while it is shown, once for all who follow the price', async () => {
  const { unmount } = showTile()
  await screen.findByRole('heading', { name: 'EUR/USD' })
  const unfollow = followPrice(EURUSD.id)
  const subscribed = () => live.sent.filter(({ topic }) => topic === TOPIC).map(({ type }) => type)
  expect(subscribed()).toEqual(['subscribe'])
  unmount()
  expect(subscribed()).toEqual(['subscribe'])
  unfollow()
  expect(subscribed()).toEqual(['subscribe', 'unsubscribe'])
})
