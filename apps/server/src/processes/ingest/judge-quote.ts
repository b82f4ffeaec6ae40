import { isHeartbeat, TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import type { DropReason } from '@tradeloom/venues'

type Quote = Pick<TickRow, 'time' | 'bid' | 'ask'>

/** Why a quote is no row of the log; null if it is one. Equal times keep the order in which they arrived. */
export function dropReason({ time, bid, ask }: Quote, newest: TickRow | null): DropReason | null {
  if (![time, bid, ask].every((value) => Number.isFinite(value))) return 'not-understood'
  if (bid <= 0 || ask <= 0) return 'not-positive'
  if (bid > ask) return 'crossed'
  if (newest === null) return null
  // A heartbeat repeats a price at a later time.
  const isSame = newest.bid === bid && newest.ask === ask
  if (isSame && (time === newest.time || (isHeartbeat(newest) && time < newest.time))) return 'duplicate'
  return time < newest.time ? 'backward' : null
}

/** Further from the last price than this many usual spreads, and back within this time. */
const SPREADS = 20
const BACK_WITHIN_MS = 1_000
/** The weight of each new spread in the usual one. */
const WEIGHT = 0.05

/** Flags prices far away from those around them. A price that stays away is the new level. */
export class SpikeWatch {
  #usual: number | null = null
  #level: Quote | null = null
  #awaySince: number | null = null

  flagOf(quote: Quote): number {
    const spread = quote.ask - quote.bid
    const usual = this.#usual
    const level = this.#level
    if (usual !== null && level !== null && Math.abs(middle(quote) - middle(level)) > SPREADS * usual) {
      this.#awaySince ??= quote.time
      if (quote.time - this.#awaySince < BACK_WITHIN_MS) return TICK_FLAGS.spike
    }
    this.#awaySince = null
    this.#level = quote
    this.#usual = usual === null ? spread : usual + WEIGHT * (spread - usual)
    return 0
  }

  /** Prices are missing: the next one may be anywhere. */
  forget(): void {
    this.#level = null
    this.#awaySince = null
  }
}

const middle = ({ bid, ask }: Quote): number => (bid + ask) / 2
