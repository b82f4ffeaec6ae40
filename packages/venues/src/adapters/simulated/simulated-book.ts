import { type Instrument, withoutNoise } from '@tradeloom/domain'
import { hash, type SimulatedProfile } from '@tradeloom/simulation'
import type { BookChange, BookLevel, Trade } from '../../ports/market-feed.ts'

const DEPTH = 50
/** Levels keep their size for that long. */
const RESIZE_MS = 5_000
const PART = 4_294_967_296

interface Quote {
  readonly time: number
  readonly bid: number
  readonly ask: number
}

export interface Book {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** Orders around a quote: a function of the market, the time and the price, so that all see the same. */
export function bookAt(profile: SimulatedProfile, instrument: Instrument, { time, bid, ask }: Quote): Book {
  const scale = 10 ** instrument.precision
  const spacing = Math.max(1, Math.round(profile.spreadSteps / 3))
  const side = (best: number, direction: 1 | -1): BookLevel[] => {
    const first = Math.round(best * scale)
    // Prices of levels are fixed, so that levels stay where they are while the market moves.
    const grid = (direction === 1 ? Math.floor(first / spacing) : Math.ceil(first / spacing)) * spacing
    return Array.from({ length: DEPTH }, (_, level) => {
      const steps = level === 0 ? first : grid + direction * level * spacing
      return { price: steps / scale, quantity: sizeAt(profile, instrument, steps, time, level) }
    })
  }
  return { bids: side(bid, -1), asks: side(ask, 1) }
}

/** More orders wait further away from the market. */
function sizeAt(profile: SimulatedProfile, instrument: Instrument, steps: number, time: number, level: number): number {
  const part = hash(profile.seed, steps, Math.floor(time / RESIZE_MS + (steps % 7) / 7), 8) / PART
  const lots = 1 + part * part * (20 + level)
  const unit = instrument.factor * (instrument.product === 'Forex' ? 100 : 10)
  return Math.max(instrument.lotSize, withoutNoise(Math.round((lots * unit) / instrument.lotSize) * instrument.lotSize))
}

/** What turns one book into another. */
export function changesBetween(before: Book, after: Book): BookChange[] {
  return [...sideChanges('bid', before.bids, after.bids), ...sideChanges('ask', before.asks, after.asks)]
}

function sideChanges(side: 'bid' | 'ask', before: readonly BookLevel[], after: readonly BookLevel[]): BookChange[] {
  const known = new Map(before.map(({ price, quantity }) => [price, quantity]))
  const changes: BookChange[] = []
  for (const level of after) {
    const quantity = known.get(level.price)
    known.delete(level.price)
    if (quantity === undefined) changes.push({ side, action: 'insert', ...level })
    else if (quantity !== level.quantity) changes.push({ side, action: 'update', ...level })
  }
  for (const price of known.keys()) changes.push({ side, action: 'delete', price, quantity: 0 })
  return changes
}

/** About every third tick, somebody trades at the market. */
export function tradeAt(profile: SimulatedProfile, instrument: Instrument, { time, bid, ask }: Quote): Trade | null {
  const dice = hash(profile.seed, Math.floor(time / 1000), time % 1000, 9)
  if (dice % 3 !== 0) return null
  const isBuy = (dice >>> 8) % 2 === 0
  const lots = 1 + ((dice >>> 16) % 40) / 4
  const quantity = withoutNoise(Math.round((lots * instrument.factor) / instrument.lotSize) * instrument.lotSize)
  return {
    id: `${time}`,
    time,
    side: isBuy ? 'BUY' : 'SELL',
    price: isBuy ? ask : bid,
    quantity: Math.max(instrument.lotSize, quantity),
  }
}
