import type { Trigger } from '../orders/trigger-heap.ts'
import type { PositionRecord } from '../run-result.ts'

/** A position while it is open. Prices and distances that are not set are NaN. */
export class OpenPosition {
  readonly id: number
  readonly long: boolean
  readonly openTime: number
  readonly openPrice: number
  quantity: number
  commission: number
  stopLoss = NaN
  takeProfit = NaN
  /** Distance of the trailing stop in price. */
  trailingStop = NaN
  /** Best price since the position was opened, on the side that closes it. */
  best = NaN
  stopTrigger: Trigger | null = null
  targetTrigger: Trigger | null = null
  /** An order to close it is on its way, for all or part of it. */
  closing = false

  constructor(id: number, long: boolean, quantity: number, time: number, price: number, commission: number) {
    this.id = id
    this.long = long
    this.quantity = quantity
    this.openTime = time
    this.openPrice = price
    this.commission = commission
  }

  /** Level of the trailing stop; NaN without one. */
  get trailingLevel(): number {
    return this.long ? this.best - this.trailingStop : this.best + this.trailingStop
  }

  /** Profit in quote currency at the price that would close it, before commission. */
  grossAt(price: number): number {
    return (this.long ? price - this.openPrice : this.openPrice - price) * this.quantity
  }
}

/** What the record of a closed position holds besides what the open one knows. */
export interface Closing {
  readonly time: number
  readonly price: number
  readonly profit: number
  readonly reason: NonNullable<PositionRecord['closeReason']>
  readonly ambiguous: boolean
}

export function positionRecord(
  position: OpenPosition,
  instrument: { readonly id: string; readonly pipSize: number },
  state: { readonly price: number; readonly profit: number; readonly closing: Closing | null },
): PositionRecord {
  const { closing } = state
  const move = position.long ? state.price - position.openPrice : position.openPrice - state.price
  return {
    id: position.id,
    instrumentId: instrument.id,
    direction: position.long ? 'LONG' : 'SHORT',
    quantity: position.quantity,
    openTime: position.openTime,
    openPrice: position.openPrice,
    closeTime: closing ? closing.time : null,
    closePrice: closing ? closing.price : null,
    stopLoss: orNull(position.stopLoss),
    takeProfit: orNull(position.takeProfit),
    trailingStop: orNull(position.trailingStop),
    profit: tidy(state.profit),
    pips: tidy(move / instrument.pipSize),
    commission: tidy(position.commission),
    status: closing ? 'CLOSED' : 'OPEN',
    closeReason: closing ? closing.reason : null,
    ambiguous: closing ? closing.ambiguous : false,
  }
}

export function orNull(value: number): number | null {
  return value === value ? value : null
}

/** Takes the noise of binary fractions off a number that is told: at most eight decimals. */
export function tidy(value: number): number {
  const scaled = value * 1e8
  return scaled < 9e15 && scaled > -9e15 ? Math.round(scaled) / 1e8 + 0 : value
}
