// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
import { EURUSD, livePriceOf } from '../../entities/prices/markets.fixture.ts'
// There at once, instead of on demand.
import './trades.tsx'

const TOPIC = `trades.${EURUSD.id}`
const START = Date.UTC(2026, 10, 23, 9, 30)

let live: ReturnType<typeof liveSocket>
let made = 0
beforeEach(() => {
  made = 0
  mockApi({ listInstruments: [EURUSD] })
  live = liveSocket()
})
afterEach(() => {
  cleanup()
  live.close()
  vi.unstubAllGlobals()
})

const trade = (price: number, side: 'BUY' | 'SELL' = 'BUY') => {
  made += 1
  return { id: `${made}`, side, price, quantity: 1_000 * made, time: START + made * 1_000 }
}
const say = (...prices: number[]) => live.say(TOPIC, { event: 'trades', data: prices.map((price) => trade(price)) })
const many = (count: number) => say(...Array.from({ length: count }, (_, at) => 1.08 + at / 1e5))
const show = () => showPanel('trades', { version: 1, values: { instrumentId: EURUSD.id } })
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
  )
const list = () => screen.getByRole('group', { name: 'Trades of EUR/USD on SIM. Space freezes them.' })

it('shows time, price, quantity and direction, newest first', async () => {
  show()
  await say(1.08412)
  await waitFor(() => expect(rows()).toHaveLength(1))
  await say(1.0841, 1.0841, 1.08415)
  await waitFor(() =>
    expect(rows()).toEqual([
      ['09:30:04', '1.08415', '4,000', '▲'],
      ['09:30:03', '1.08410', '3,000', '▼'],
      ['09:30:02', '1.08410', '2,000', '▼'],
      ['09:30:01', '1.08412', '1,000', '▲'],
    ]),
  )
})

it('keeps up to 150 trades, and cuts more to 100', async () => {
  show()
  await many(100)
  await waitFor(() => expect(rows()).toHaveLength(100))
  await many(50)
  await waitFor(() => expect(rows()).toHaveLength(150))
  await many(1)
  await waitFor(() => expect(rows()).toHaveLength(100))
  expect(rows()[0]?.[2]).toBe('151,000')
})

it('is painted at most each 250 ms', async () => {
  const painted: number[] = []
  show()
  await say(1.08412)
  await waitFor(() => expect(rows()).toHaveLength(1))
  const observer = new MutationObserver(() => painted.push(performance.now()))
  observer.observe(document.querySelector('tbody') as HTMLElement, { childList: true })
  for (let round = 0; round < 30; round++) await say(1.08412)
  await waitFor(() => expect(rows()).toHaveLength(31))
  observer.disconnect()
  const pauses = painted.slice(1).map((at, before) => at - (painted[before] ?? 0))
  // Times of frames are those of their beginning.
  for (const pause of pauses) expect(pause).toBeGreaterThan(200)
})

it('freezes while the pointer is on it, and by Space, and counts what is new', async () => {
  show()
  await say(1.08412)
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.pointerEnter(list(), { pointerType: 'mouse' })
  await many(12)
  await screen.findByRole('button', { name: '12 new' })
  expect(rows()).toHaveLength(1)
  fireEvent.pointerLeave(list())
  await waitFor(() => expect(rows()).toHaveLength(13))
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
  fireEvent.keyDown(list(), { key: ' ' })
  await many(2)
  await screen.findByRole('button', { name: '2 new' })
  fireEvent.click(screen.getByRole('button', { name: '2 new' }))
  await waitFor(() => expect(rows()).toHaveLength(15))
  // What has come meanwhile is more than is kept: the rest of the list would not follow on it.
  fireEvent.keyDown(list(), { key: ' ' })
  for (let round = 0; round < 3; round++) await many(70)
  await screen.findByRole('button', { name: '210 new' })
  fireEvent.keyDown(list(), { key: ' ' })
  await waitFor(() => expect(rows()[0]?.[2]).toBe('225,000'))
  expect(rows().length).toBeLessThanOrEqual(150)
  const quantities = rows().map((row) => Number(row[2]?.replaceAll(',', '')) / 1_000)
  expect(quantities).toEqual(quantities.map((_, at) => 225 - at))
})

it('says where trades may be missing: after the connection was lost', async () => {
  show()
  await say(1.08412)
  await waitFor(() => expect(rows()).toHaveLength(1))
  live.close()
  vi.unstubAllGlobals()
  live = liveSocket()
  await say(1.08)
  await waitFor(() => expect(rows().map(([first]) => first)).toContain('Trades may be missing here'))
  expect(rows().map((row) => row.length)).toEqual([4, 1, 4])
})

it('says when a closed market opens', async () => {
  onTestFinished(() => void vi.useRealTimers())
  // A Saturday.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 12) })
  mockApi({ listInstruments: [{ ...EURUSD, calendar: 'forex' }] })
  show()
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
  await screen.findByText('Market closed')
  screen.getByText(/^Opens Sun 22:00, in 1 d 10 h$/)
})

it('waits for the first trade, and says so', async () => {
  show()
  await live.say(`price.${EURUSD.id}`, { event: 'price', data: livePriceOf() })
  await screen.findByText('No trades yet')
  cleanup()
  showPanel('trades', { version: 1, values: { instrumentId: 'XXXYYY:SIM' } })
  await screen.findByText('Instrument not available')
})

it('shows the trades that come again after a pause once, without a hole before what follows on them', async () => {
  show()
  await say(1.08412, 1.08413)
  await waitFor(() => expect(rows()).toHaveLength(2))
  live.close()
  vi.unstubAllGlobals()
  live = liveSocket()
  made = 0
  await say(1.08412, 1.08413, 1.08414)
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows().map(([time]) => time)).toEqual(['09:30:03', '09:30:02', '09:30:01'])
})
