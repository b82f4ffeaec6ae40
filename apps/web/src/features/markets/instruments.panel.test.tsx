// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { keptOptions } from '../../testing/kept-options.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import * as dashboard from '../../entities/panels/dashboard-state.ts'
import { accountOf, USER } from '../../entities/accounts/trading.fixture.ts'
import { instrumentOf } from '../../entities/prices/markets.fixture.ts'
// There at once, instead of on demand.
import './instruments.tsx'

const pair = (dealt: string, quote: string, exchangeName: string, changes: object = {}) =>
  instrumentOf({
    id: `${dealt}${quote}:${exchangeName}`,
    symbol: dealt + quote,
    displaySymbol: `${dealt}/${quote}`,
    broker: exchangeName,
    exchangeName,
    dealt,
    quote,
    ...changes,
  })
const LIST = [
  pair('EUR', 'USD', 'SIM'),
  pair('EUR', 'USD', 'SIM2'),
  pair('USD', 'JPY', 'SIM'),
  // As a venue calls it; screens use the common code.
  {
    ...pair('BTC', 'USD', 'BITMEX', { product: 'Cryptocurrency', hasDepth: true, simulated: false }),
    id: 'XBTUSD:BITMEX',
    symbol: 'XBTUSD',
  },
  pair('AUD', 'NZD', 'OLD', { status: 'data-only' }),
]

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer)
  mockApi({ listInstruments: LIST, listAccounts: [accountOf()] })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(user: object | null = null) {
  const shown = showPanel('instruments', undefined, user)
  await screen.findByRole('region', { name: 'Favorites' })
  return shown
}

const group = (name: string) => within(screen.getByRole('region', { name }))
const names = (name: string) =>
  group(name)
    .getAllByRole('button', { name: /^Open chart/ })
    .map((button) => nameOf(button).replace('Open chart of ', ''))
const nameOf = (button: Element): string => (button.firstElementChild?.textContent ?? '').replaceAll(/\s+/g, ' ')
const search = () => screen.getByRole('textbox', { name: 'Search instruments' })
const titles = () => screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))

it('lists favorites before the groups, and only what a venue lists', async () => {
  await show()
  expect(titles()).toEqual(['Favorites', 'Cryptocurrency', 'Forex'])
  expect(names('Favorites')).toEqual(['EUR/USD on SIM', 'EUR/USD on SIM2', 'USD/JPY on SIM'])
  expect(names('Cryptocurrency')).toEqual(['BTC/USD on BITMEX'])
  expect(screen.queryByText('AUD/NZD')).toBeNull()
})

it('groups by exchange or currency, and keeps the choice', async () => {
  const { stored } = await show()
  fireEvent.click(screen.getByRole('radio', { name: 'Exchange' }))
  expect(titles()).toEqual(['Favorites', 'BITMEX', 'SIM', 'SIM2'])
  await waitFor(() => expect(keptOptions('instruments')).toEqual({ '': { group: 'Exchange' } }))
  expect(stored).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: 'Currency' }))
  expect(names('JPY Japanese Yen')).toEqual(['USD/JPY on SIM'])
})

it('adds and removes favorites', async () => {
  await show()
  fireEvent.click(group('Cryptocurrency').getByRole('button', { name: 'Favorite BTC/USD on BITMEX' }))
  expect(await group('Favorites').findByRole('button', { name: 'Favorite BTC/USD on BITMEX' })).toBeDefined()
  fireEvent.click(group('Favorites').getByRole('button', { name: 'Favorite USD/JPY on SIM' }))
  await vi.waitFor(() => expect(names('Favorites')).not.toContain('USD/JPY on SIM'))
})

it.each([
  ['eu', ['EUR/USD on SIM', 'EUR/USD on SIM2']],
  ['japan', ['USD/JPY on SIM']],
  ['xbt', ['BTC/USD on BITMEX']],
  ['bitmex', ['BTC/USD on BITMEX']],
  ['crypto', ['BTC/USD on BITMEX']],
])('finds by "%s" what begins with it', async (text, found) => {
  await show()
  fireEvent.change(search(), { target: { value: text } })
  const shown = screen.getAllByRole('button', { name: /^Open chart/ }).map(nameOf)
  expect([...new Set(shown)].toSorted()).toEqual(found.map((name) => `Open chart of ${name}`))
})

it('says so when nothing matches', async () => {
  await show()
  fireEvent.change(search(), { target: { value: 'zzz' } })
  expect(screen.getByText('No matches')).toBeDefined()
})

it('asks visitors to log in to see what they have funds for', async () => {
  await show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Funds available' }))
  expect(screen.getByText('Please log in to view instruments you have funds to trade')).toBeDefined()
})

it('shows users what an account of theirs with funds trades', async () => {
  // The account that trades there by default is empty.
  const empty = accountOf({
    id: '01a1fcbd-ca32-7065-a0e0-bc608310879b',
    type: 'live',
    broker: 'BITMEX',
    fundsAvailable: 0,
  })
  mockApi({ listInstruments: LIST, listAccounts: [accountOf(), empty] })
  await show(USER)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Funds available' }))
  await vi.waitFor(() => expect(titles()).toEqual(['Favorites', 'Forex']))
})

it('opens chart, tile or ticker, also by keys', async () => {
  const open = vi.spyOn(dashboard, 'openPanel').mockImplementation(() => undefined)
  await show()
  fireEvent.click(group('Cryptocurrency').getByRole('button', { name: 'Open 24 h ticker of BTC/USD on BITMEX' }))
  expect(open).toHaveBeenLastCalledWith('ticker', { instrumentId: 'XBTUSD:BITMEX' })
  fireEvent.click(group('Favorites').getByRole('button', { name: 'Open price tile of EUR/USD on SIM' }))
  expect(open).toHaveBeenLastCalledWith('price-tile', { instrumentId: 'EURUSD:SIM' })
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(search())
  fireEvent.keyDown(search(), { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(nameOf(document.activeElement!)).toBe('Open chart of EUR/USD on SIM2')
  fireEvent.keyDown(document.activeElement!, { key: 't' })
  expect(open).toHaveBeenLastCalledWith('price-tile', { instrumentId: 'EURUSD:SIM2' })
  fireEvent.click(document.activeElement!)
  expect(open).toHaveBeenLastCalledWith('price-chart', { instrumentId: 'EURUSD:SIM2' })
})

it('is one stop of the Tab key, and arrows go through its rows and their buttons', async () => {
  await show()
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('section li button')].filter((one) => one.tabIndex === 0)
  expect(stops().map(nameOf)).toEqual(['Open chart of EUR/USD on SIM'])
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  stops()[0]!.focus()
  press('ArrowDown')
  await waitFor(() => expect(stops().map(nameOf)).toEqual(['Open chart of EUR/USD on SIM2']))
  press('ArrowRight')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Open price tile of EUR/USD on SIM2')
  press('ArrowDown')
  press('ArrowLeft')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Favorite USD/JPY on SIM')
  expect(stops()).toHaveLength(1)
  fireEvent.change(search(), { target: { value: 'bitmex' } })
  expect(stops().map(nameOf)).toEqual(['Open chart of BTC/USD on BITMEX'])
})
