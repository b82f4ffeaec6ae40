import type { QuoteMessage } from '../../ports/market-feed.ts'
import type { VenueClock } from '../../ports/venue-clock.ts'
import type { SimulatedPrices } from './simulated-prices.ts'

const MINUTE = 60_000
const HEARTBEAT_MS = 1_000

export interface TickListener {
  quote(quote: QuoteMessage): void
  heartbeat(time: number, isOpen: boolean): void
}

/**
 * Passes on each tick of a simulated market at its time, first the newest one before now. A heartbeat comes each second.
 * Returns how to end it.
 */
export function followTicks(prices: SimulatedPrices, clock: VenueClock, listener: TickListener): () => void {
  let cancelTick = (): void => {}
  let cancelBeat = (): void => {}
  let isEnded = false

  /** The ticks from `row` on, then those of the next minute. */
  const follow = (minute: number, row: number): void => {
    const ticks = prices.ticksOf(minute)
    const time = row < ticks.time.length ? (ticks.time[row] as number) : minute + MINUTE
    cancelTick = clock.at(time, () => {
      if (row >= ticks.time.length) return follow(minute + MINUTE, 0)
      listener.quote({
        kind: 'quote',
        time,
        bid: ticks.bid[row] as number,
        ask: ticks.ask[row] as number,
        isOpen: true,
        isAfterGap: false,
      })
      if (!isEnded) follow(minute, row + 1)
    })
  }
  const beat = (time: number): void => {
    cancelBeat = clock.at(time, () => {
      listener.heartbeat(time, prices.isOpen(time))
      if (!isEnded) beat(time + HEARTBEAT_MS)
    })
  }

  const now = clock.now()
  const minute = Math.floor(now / MINUTE) * MINUTE
  const { time } = prices.ticksOf(minute)
  const next = time.findIndex((one) => one > now)
  // In a later turn: who asked is not ready for an answer yet.
  cancelTick = clock.at(now, () => {
    const quote = newestQuote(prices, now)
    if (quote) listener.quote(quote)
    if (!isEnded) follow(minute, next === -1 ? time.length : next)
  })
  beat(Math.ceil((now + 1) / HEARTBEAT_MS) * HEARTBEAT_MS)
  return () => {
    isEnded = true
    cancelTick()
    cancelBeat()
  }
}

/** The last quote at a time, or of the last trading minute before it. */
export function newestQuote(prices: SimulatedPrices, now: number): QuoteMessage | null {
  const current = prices.ticksOf(now)
  const isOpen = current.time.length > 0
  const row = current.time.findLastIndex((time) => time <= now)
  const ticks = row === -1 ? prices.lastTicks(now) : current
  const last = row === -1 ? ticks.time.length - 1 : row
  if (last < 0) return null
  return {
    kind: 'quote',
    time: ticks.time[last] as number,
    bid: ticks.bid[last] as number,
    ask: ticks.ask[last] as number,
    isOpen,
    isAfterGap: false,
  }
}
