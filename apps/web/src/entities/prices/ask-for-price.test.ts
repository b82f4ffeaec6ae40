// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveSocket } from '../../testing/live-socket.ts'
import { askForPrice } from './ask-for-price.ts'
import { livePriceOf } from './markets.fixture.ts'

let live: ReturnType<typeof liveSocket>
const warnings: string[] = []
beforeEach(() => {
  live = liveSocket()
  warnings.length = 0
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const asked = () => live.sent.filter(({ type }) => type === 'request').map(({ name }) => name)

it('asks for the price of the stream', async () => {
  const price = askForPrice('EURUSD:SIM')
  await live.reply('request-price-snapshot', { ok: true, data: livePriceOf({ bid: 1.1 }) })
  expect(await price).toMatchObject({ bid: 1.1, isCached: false })
  expect(asked()).toEqual(['request-price-snapshot'])
})

it('falls back once to the newest known price, and says what timed out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const price = askForPrice('EURUSD:SIM')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toEqual(['request-price-snapshot', 'request-cached-price'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await price).toBeNull()
  expect(asked()).toHaveLength(2)
  expect(warnings).toEqual([
    'EURUSD:SIM: Connection timeout on price snapshot request',
    'EURUSD:SIM: Connection timeout on cached price request',
  ])
})

it('says nothing of its own when the connection is lost meanwhile', async () => {
  const price = askForPrice('EURUSD:SIM')
  live.close()
  expect(await price).toBeNull()
  expect(warnings).toEqual([])
})
