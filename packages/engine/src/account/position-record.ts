import type { Instrument } from '@tradeloom/domain'

import type { PositionRecord } from '../run-result.ts'
import { type Closing, type OpenPosition, orNull, tidy, viewPosition } from './open-position.ts'

/** What a position has come to at a price of its closing side. */
export interface Outcome {
  readonly price: number
  /** After all costs. */
  readonly profit: number
  /** Account currency for one unit of quote currency. */
  readonly rate: number
  /** Half the spread and the slippage at `price`, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** What the other exit would have brought more, or less; NaN when the order of the exits was not in doubt. */
  readonly other: number
  readonly closing: Closing | null
}

/** A position of the result. The extremes that the position has seen must be complete. */
export function recordPosition(position: OpenPosition, instrument: Instrument, outcome: Outcome): PositionRecord {
  const { long, quantity, openPrice, openHalfSpread, openSlippage, highest, lowest } = position
  const { rate, profit, other } = outcome
  const worst = long ? lowest - openPrice : openPrice - highest
  const best = long ? highest - openPrice : openPrice - lowest
  const isAmbiguous = other === other
  return {
    ...viewPosition(position, instrument, outcome.price, profit, outcome.closing),
    spreadCost: tidy((openHalfSpread + outcome.halfSpread) * quantity * rate),
    slippageCost: tidy((openSlippage + outcome.slippage) * quantity * rate),
    mae: tidy(worst * quantity * rate),
    mfe: tidy(best * quantity * rate),
    maePips: tidy(worst / instrument.pipSize),
    mfePips: tidy(best / instrument.pipSize),
    risk: orNull(tidy(position.risk)),
    equityAtEntry: tidy(position.equityAtEntry),
    notional: tidy(position.notional),
    ambiguous: isAmbiguous,
    profitInterval: isAmbiguous ? [tidy(profit + Math.min(0, other)), tidy(profit + Math.max(0, other))] : null,
  }
}
