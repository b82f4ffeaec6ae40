import { type Bus, subjectWord } from '@tradeloom/bus'
import type { BusPrice, IngestEvent, LivePriceEvent, TickBell } from '@tradeloom/contracts'
import { midAndSpread } from '@tradeloom/domain'
import { type TickReader, TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import { AppError } from '../../platform/errors/app-error.ts'
import type { FeedDemand } from './feed-demand.ts'
import type { LivePrices } from './live-prices.ts'

const SNAPSHOT_MS = 10_000

export interface LiveMarketsDeps {
  readonly bus: Bus
  readonly ticks: TickReader
  readonly demand: FeedDemand
  readonly prices: LivePrices
  /** Whether a venue lists it. */
  readonly isListed: (instrumentId: string) => boolean
}

/** Live prices as browsers ask for them. */
export class LiveMarkets {
  readonly #deps: LiveMarketsDeps

  constructor(deps: LiveMarketsDeps) {
    this.#deps = deps
  }

  async require(instrumentId: string): Promise<void> {
    if (this.#deps.isListed(instrumentId)) return
    throw new AppError('not-found', 'unknown-instrument', 'Instrument not available')
  }

  /** The newest price that is known, however old; null if there was none yet. */
  async cached(instrumentId: string): Promise<LivePriceEvent | null> {
    const live = this.#deps.prices.newest(instrumentId)
    if (live) return { ...event(live), isCached: true }
    const row = await this.#deps.ticks.newest(instrumentId)
    return row && { ...ofRow(instrumentId, row), isCached: true, state: 'connecting' }
  }

  /** The price of the running stream; opens it if need be, and waits for its first price. */
  async snapshot(instrumentId: string): Promise<LivePriceEvent> {
    const { demand, prices } = this.#deps
    const held = demand.hold(instrumentId)
    let watch: { release(): void } | undefined
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<LivePriceEvent>((resolve, reject) => {
        const late = new AppError('venue-unavailable', 'no-price', 'Connection timeout on price snapshot request')
        timer = setTimeout(() => reject(late), SNAPSHOT_MS)
        watch = prices.watch(instrumentId, (price) => isRunning(price) && resolve(event(price)))
      })
    } finally {
      clearTimeout(timer)
      watch?.release()
      held.release()
    }
  }

  /** Passes on what the process `ingest` says. */
  relay(event: IngestEvent): void {
    const { bus } = this.#deps
    switch (event.kind) {
      case 'price':
        return bus.publish(`price.${subjectWord(event.price.instrumentId)}`, event.price)
      case 'tick':
        return bus.publish(`tick.${subjectWord(event.instrumentId)}`, {
          instrumentId: event.instrumentId,
          sequence: event.sequence,
        } satisfies TickBell)
      case 'candle':
        return bus.publish(`candle.${subjectWord(event.candle.instrumentId)}`, event.candle)
      case 'candles-filled':
        return bus.publish(`candle.${subjectWord(event.instrumentId)}`, event)
      case 'trades':
        return bus.publish(`trades.${subjectWord(event.instrumentId)}`, event)
      case 'book':
        return bus.publish(`book.${subjectWord(event.book.instrumentId)}`, event.book)
      case 'feeds':
        return bus.publish('venue.feeds', event)
      case 'ticker':
        return bus.publish(`ticker.${subjectWord(event.ticker.instrumentId)}`, event.ticker)
      case 'mark':
        return bus.publish(`mark.${subjectWord(event.mark.instrumentId)}`, event.mark)
      default:
    }
  }
}

export function event(price: BusPrice): LivePriceEvent {
  const { instrumentId, sequence, time, bid, ask, isOpen, state } = price
  return { instrumentId, sequence, time, bid, ask, ...midAndSpread(bid, ask), isOpen, isCached: false, state }
}

function isRunning({ state }: BusPrice): boolean {
  return state === 'live' || state === 'quiet'
}

function ofRow(instrumentId: string, row: TickRow): Omit<LivePriceEvent, 'isCached' | 'state'> {
  const { sequence, time, bid, ask, flags } = row
  return {
    instrumentId,
    sequence,
    time,
    bid,
    ask,
    ...midAndSpread(bid, ask),
    isOpen: (flags & TICK_FLAGS.closed) === 0,
  }
}
