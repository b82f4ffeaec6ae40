// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { notifications, notificationsStore } from '@mantine/notifications'
import { isValidElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { keptOptions } from '../../../testing/kept-options.ts'
import { liveSocket } from '../../../testing/live-socket.ts'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { showPanel } from '../../../testing/show-panel.tsx'
import { EURUSD, livePriceOf } from '../../../entities/prices/markets.fixture.ts'
import { closeConfirmation, useConfirmTrade } from '../confirm/confirm-state.ts'
import { accountOf, USER } from '../../../entities/accounts/trading.fixture.ts'
// There at once, instead of on demand.
import './price-tile.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({ listInstruments: [EURUSD], listAccounts: [accountOf()], listOrders: [] })
  live = liveSocket()
  queryClient.setQueryData(['bootstrap'], { ...sampleReply('bootstrap'), user: USER })
})
afterEach(() => {
  cleanup()
  live.close()
  closeConfirmation()
  notifications.clean()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function showTile(values: object = {}): Promise<void> {
  showPanel('price-tile', { version: 1, values: { instrumentId: EURUSD.id, ...values } }, USER)
  await screen.findByRole('heading', { name: 'EUR/USD' })
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
}

const buy = () => screen.getByRole('button', { name: /^BUY.*EUR\/USD on SIM/ })
const quantity = () => screen.getByRole('textbox', { name: /^Quantity/ })
const click = () => fireEvent.click(buy(), { detail: 1 })
const requests = () => live.sent.filter(({ name }) => name === 'open-position')

/** Lines of the newest toast. */
function toast(): string[] {
  const { notifications: shown } = notificationsStore.getState()
  const message = shown.at(-1)?.message
  if (!isValidElement<{ readonly text: string }>(message)) return [String(message)]
  return message.props.text.split('<br />')
}

it('asks for the confirmation of a trade of the default quantity', async () => {
  await showTile()
  click()
  await waitFor(() => expect(useConfirmTrade.getState().trade).not.toBeNull())
  expect(useConfirmTrade.getState().trade).toMatchObject({ side: 'BUY', quantity: 5_510, key: expect.any(String) })
  expect(requests()).toEqual([])
})

it.each([
  ['1a', 'Invalid quantity'],
  ['1.5', 'Invalid quantity'],
  ['-1000', 'Invalid quantity'],
  ['', 'Invalid quantity'],
  ['999', 'Minimum trade size for EUR/USD is 1000'],
  ['10000001', 'Maximum trade size for EUR/USD is 10000000'],
])('stops a trade of "%s" at the client, and marks the field', async (text, problem) => {
  await showTile()
  fireEvent.change(quantity(), { target: { value: text } })
  expect(quantity().getAttribute('aria-invalid')).toBe('true')
  click()
  await waitFor(() => expect(toast()).toEqual(['TRADE STOPPED AT CLIENT', problem]))
  expect(useConfirmTrade.getState().trade).toBeNull()
})

it('offers parts of the available margin while the quantity has the focus', async () => {
  await showTile()
  await waitFor(() => expect(quantity()).toHaveProperty('value', '5510'))
  expect(screen.queryByRole('button', { name: /of the available margin/ })).toBeNull()
  fireEvent.focus(quantity())
  fireEvent.click(await screen.findByRole('button', { name: '25% of the available margin' }))
  await waitFor(() => expect(quantity()).toHaveProperty('value', '68885'))
})

it('keeps the quantity with the user, and changes no layout', async () => {
  const { stored } = showPanel('price-tile', undefined, USER)
  fireEvent.change(await screen.findByRole('textbox', { name: /^Quantity/ }), { target: { value: '5000' } })
  await waitFor(() => expect(keptOptions('price-tile')).toEqual({ [EURUSD.id]: { quantity: '5000' } }))
  expect(stored).toEqual([])
})

it('takes the first of several clicks, and a click right after its dialog has closed', async () => {
  const asked = () => useConfirmTrade.getState().trade?.key
  await showTile()
  for (let count = 0; count < 3; count++) click()
  await waitFor(() => expect(asked()).toBeDefined())
  const first = asked()
  click()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked()).toBe(first)
  closeConfirmation()
  click()
  await waitFor(() => expect(asked()).toBeDefined())
  expect(asked()).not.toBe(first)
})

it('closes no other trade than the one whose order was answered', async () => {
  await showTile()
  click()
  await waitFor(() => expect(useConfirmTrade.getState().trade).not.toBeNull())
  closeConfirmation('another')
  expect(useConfirmTrade.getState().trade).not.toBeNull()
})

it.each([
  [{ isOpen: false }, 'Trading EUR/USD is closed'],
  [{ state: 'stale' as const }, 'No fresh price'],
  [{ isCached: true }, 'No price'],
])('does not trade on a price with %o', async (changes, problem) => {
  await showTile()
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf({ sequence: 2, ...changes }) })
  expect(buy().getAttribute('aria-disabled')).toBe('true')
  click()
  await waitFor(() => expect(toast()).toEqual(['TRADE STOPPED AT CLIENT', problem]))
})

it('trades once on a double click where that is the setting, and says what a click is for', async () => {
  queryClient.setQueryData(['configuration', 'double-click-trading', true], true)
  mockApi({
    listInstruments: [EURUSD],
    listAccounts: [accountOf()],
    listConfiguration: { 'double-click-trading': true },
  })
  await showTile()
  await waitFor(() => expect(quantity()).toBeDefined())
  click()
  await waitFor(() => expect(toast()).toEqual(['Double click to trade']))
  for (let count = 0; count < 4; count++) click()
  fireEvent.doubleClick(buy())
  fireEvent.doubleClick(buy())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]).toMatchObject({
    channel: 2,
    payload: {
      accountId: accountOf().id,
      key: expect.stringMatching(/^[A-Za-z0-9]{7}$/),
      instrumentId: EURUSD.id,
      direction: 'LONG',
      quantity: 5_510,
      price: 1.08427,
    },
  })
  await live.reply('open-position', { ok: false, error: 'Not enough available margin' })
  await waitFor(() => expect(toast()).toEqual(['Not enough available margin']))
})

it('does not trade on a double click before it is known on which account', async () => {
  queryClient.setQueryData(['configuration', 'double-click-trading', true], true)
  const accounts = Promise.withResolvers<ReturnType<typeof accountOf>[]>()
  mockApi({
    listInstruments: [EURUSD],
    listAccounts: () => accounts.promise,
    listConfiguration: { 'double-click-trading': true },
  })
  await showTile()
  fireEvent.doubleClick(buy())
  await waitFor(() => expect(toast()).toEqual(['TRADE STOPPED AT CLIENT', 'Your accounts are loading']))
  expect(requests()).toEqual([])
  accounts.resolve([])
})

it('shows prices alone in a tile that is read-only', async () => {
  await showTile({ isReadOnly: true })
  expect(screen.queryByRole('button', { name: /^BUY/ })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('img', { name: '1.08427' })).toBeDefined()
})
