// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { accountOf, USER } from '../../entities/accounts/trading.fixture.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { BOTH, HERE, listOf, LOSS, pairOf, THERE } from './arbitrage.fixture.ts'
import { choosePair, useChosenPair } from './chosen-pair.ts'
// There at once, instead of on demand.
import './arbitrage-matrix.tsx'

let live: ReturnType<typeof liveSocket>
beforeEach(() => {
  mockApi({ listInstruments: [HERE, THERE] })
  live = liveSocket()
  useChosenPair.setState({ pair: null })
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
})

const OWN = { version: 1, values: { pair: `${THERE.id}||${HERE.id}` } }
const matrix = () =>
  screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )

it('shows both ways of two markets: at which prices, what that brings, and what is left of it', async () => {
  showPanel('arbitrage-matrix', OWN)
  await screen.findByRole('status', { name: 'Loading' })
  await live.say(BOTH, listOf([pairOf(), LOSS]))
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Sell SIM2 Buy SIM Trade both',
    'Sell SIM Buy SIM2 Trade both',
  ])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Sell at',
    'Buy at',
    'Profit or loss',
    'Percent',
    'Executable',
  ])
  expect(matrix().slice(1)).toEqual([
    ['61,915.40', '61,800.00'],
    ['61,802.60', '61,917.00'],
    ['+112.80', '−117.00'],
    ['+0.18%', '−0.19%'],
    ['26.19 USDT, 0.85 BTC, 0.3 s', 'Nothing'],
  ])
})

it('shows the pair that is chosen in the top list, and the best one of it before', async () => {
  showPanel('arbitrage-matrix')
  await live.say('arbitrage', listOf([pairOf(), LOSS]))
  await live.say(BOTH, listOf([pairOf(), LOSS]))
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('Sell SIM2 Buy SIM Trade both')
  choosePair(LOSS)
  await screen.findByText('Sell SIM')
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('Sell SIM Buy SIM2 Trade both')
})

it.each([
  ['Less than its costs', pairOf({ executable: null })],
  ['No live price', pairOf({ executable: null, isLive: false })],
])('says why nothing is executable: %s', async (text, pair) => {
  showPanel('arbitrage-matrix', OWN)
  await live.say(BOTH, listOf([pair]))
  expect(screen.getByText(text)).toBeDefined()
})

it('puts the price of either side into a ticket, in the currency of its market, and sends nothing', async () => {
  showPanel('arbitrage-matrix', OWN)
  const conversion = { rate: 0.5, fee: 0, path: ['USDTUSD:BBB'] }
  await live.say(BOTH, listOf([pairOf({ conversion })]))
  fireEvent.click(screen.getByRole('button', { name: 'Sell SIM2' }))
  cleanup()
  showPanel('trade-ticket', { version: 1, values: { instrumentId: THERE.id } })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Limit price' })
  expect(field.value).toBe('123830.80')
  expect(live.sent.filter(({ type }) => type === 'request')).toEqual([])
})

it('says when currencies cannot be converted, and over which markets they are', async () => {
  showPanel('arbitrage-matrix', OWN)
  const text = 'Conversion instruments not found'
  await live.say(BOTH, listOf([], [{ instrumentIds: [HERE.id, THERE.id], text }]))
  await screen.findByText(text)
  await live.say(BOTH, listOf([pairOf({ conversion: { rate: 0.99, fee: 0, path: ['USDTUSD:BBB'] } })]))
  expect(screen.getByText('USDTUSD:BBB')).toBeDefined()
})

it('grays a way whose older price is older than a second, and says so', async () => {
  showPanel('arbitrage-matrix', OWN)
  await live.say(BOTH, listOf([pairOf({ age: 2_000 })]))
  expect(screen.getByText('+0.18%').closest('td')?.dataset['old']).toBe('true')
  expect(screen.getByText(/^Gray: a venue has said nothing/)).toBeDefined()
})

it.each([
  ['half of the margin of one account', { available: 100, fundsAvailable: 100 }, '0.81 USDT, 0.01 BTC'],
  ['nothing', { available: 0, fundsAvailable: 0 }, 'Nothing'],
])('says what the funds of a user are enough for: %s', async (_, funds, text) => {
  const market = { marginRate: 0.05, lotSize: 0.01, minQuantity: 0.01 }
  mockApi({
    listInstruments: [HERE, THERE].map((one) => ({ ...one, ...market })),
    listAccounts: [accountOf({ currency: 'USD', model: 'hedging', type: 'paper', ...funds })],
  })
  showPanel('arbitrage-matrix', OWN, USER)
  await live.say(BOTH, listOf([pairOf({ levels: [[1, 61_802.6, 61_883.6]] })]))
  expect(await screen.findByText(text)).toBeDefined()
})
