// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { HERE, listOf, LOSS, pairOf, THERE } from './arbitrage.fixture.ts'
import { useChosenPair } from './chosen-pair.ts'
// There at once, instead of on demand.
import './top-arbitrage.tsx'

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

const rows = () => screen.getAllByRole('row').slice(1)
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

it('lists the ways between venues, each with what it promises and what is left of it', async () => {
  showPanel('top-arbitrage')
  await live.say('arbitrage', listOf([pairOf(), LOSS]))
  expect(rows().map(texts)).toEqual([
    ['SIM2 61,915.40', 'SIM 61,802.60', '+0.18%', '26.19 USDT, 0.85 BTC, 0.3 s', 'Trade both'],
    ['SIM 61,800.00', 'SIM2 61,917.00', '−0.19%', 'Nothing', 'Trade both'],
  ])
  expect(screen.getByText('26.19 USDT, 0.85 BTC, 0.3 s').title).toBe(
    'Buys at 61,809.72, sells at 61,896.20, fees 47.32 USDT, 0.0498% of what is paid. The next level would cost more than it brings.',
  )
  expect(screen.getByText('Simulated')).toBeDefined()
})

it('flashes a percentage that changes, again while it flashes, and grays what is older than a second', async () => {
  showPanel('top-arbitrage')
  await live.say('arbitrage', listOf([pairOf()]))
  const percent = () => screen.getByText(/%$/)
  expect(percent().dataset['flash']).toBeUndefined()
  await live.say('arbitrage', listOf([pairOf({ percent: 0.2 })]))
  expect(percent().dataset['flash']).toBe('up-a')
  await live.say('arbitrage', listOf([pairOf({ percent: 0.21 })]))
  expect(percent().dataset['flash']).toBe('up-b')
  await live.say('arbitrage', listOf([pairOf({ percent: 0.1, age: 1_900 })]))
  expect(percent().dataset['flash']).toBe('down-a')
  expect(rows()[0]?.dataset['old']).toBe('true')
})

it('goes from row to row with the arrows, and Enter chooses the pair that other panels show', async () => {
  showPanel('top-arbitrage')
  await live.say('arbitrage', listOf([pairOf(), LOSS]))
  const [first, second] = rows() as [HTMLElement, HTMLElement]
  expect([first.tabIndex, second.tabIndex]).toEqual([0, -1])
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second, { key: 'Enter' })
  expect(useChosenPair.getState().pair).toEqual({ sellId: HERE.id, buyId: THERE.id })
  expect(rows()[1]?.getAttribute('aria-selected')).toBe('true')
})

it('keeps the rows in place while the pointer is on them, and sorts them again afterwards', async () => {
  showPanel('top-arbitrage')
  await live.say('arbitrage', listOf([pairOf(), LOSS]))
  const list = screen.getByRole('table').parentElement as HTMLElement
  const sellers = () => rows().map((row) => texts(row)[0]?.split(' ')[0])
  fireEvent.pointerEnter(list)
  await live.say('arbitrage', listOf([{ ...LOSS, percent: 0.5 }, pairOf()]))
  expect(sellers()).toEqual(['SIM2', 'SIM'])
  expect(screen.getByText('+0.50%')).toBeDefined()
  fireEvent.pointerLeave(list)
  expect(sellers()).toEqual(['SIM', 'SIM2'])
})

it('says why there is no pair', async () => {
  showPanel('top-arbitrage')
  await live.say('arbitrage', listOf([], [{ instrumentIds: [HERE.id], text: 'No price yet' }]))
  await screen.findByText('No price yet')
})
