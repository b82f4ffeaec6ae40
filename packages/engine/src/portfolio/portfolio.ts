import type { Instrument } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import { ClosedPositions } from '../record/closed-positions.ts'
import type { PositionRecord } from '../run-result.ts'
import type { Conversion } from './conversion.ts'
import { type Closing, OpenPosition, positionRecord } from './open-position.ts'

/**
 * The account: balance, open positions, closed ones. Equity at a price costs the same however many positions are open,
 * because sums of their quantities and costs are kept.
 */
export class Portfolio {
  readonly instrument: Instrument
  readonly conversion: Conversion
  readonly initialBalance: number
  readonly open = new Map<number, OpenPosition>()
  readonly closed: ClosedPositions
  balance: number
  longQuantity = 0
  shortQuantity = 0
  longCount = 0
  openCount = 0
  /** Sum of what was paid and taken for the open positions, in quote currency, taken ones positive. */
  cost = 0
  commission = 0
  /** Profit if every ambiguous position had gone the worse, or the better way, less the profit that was booked. */
  ambiguousWorst = 0
  ambiguousBest = 0
  #nextId = 1
  readonly #mostPositions: number

  constructor(instrument: Instrument, conversion: Conversion, initialBalance: number, mostPositions: number) {
    this.instrument = instrument
    this.closed = new ClosedPositions(instrument)
    this.conversion = conversion
    this.initialBalance = initialBalance
    this.balance = initialBalance
    this.#mostPositions = mostPositions
  }

  /** Profit of the open positions in account currency. */
  unrealizedAt(bid: number, ask: number): number {
    if (this.openCount === 0) return 0
    return (this.longQuantity * bid - this.shortQuantity * ask + this.cost) * this.conversion.rate(bid, ask)
  }

  equityAt(bid: number, ask: number): number {
    return this.balance + this.unrealizedAt(bid, ask)
  }

  /** Market assumption: opposite positions of one market need margin for the larger side only. */
  marginAt(bid: number, ask: number, longQuantity = this.longQuantity, shortQuantity = this.shortQuantity): number {
    const quantity = longQuantity > shortQuantity ? longQuantity : shortQuantity
    if (quantity === 0) return 0
    const mid = (bid + ask) / 2
    return quantity * mid * this.instrument.marginRate * this.conversion.rate(bid, ask)
  }

  openPosition(long: boolean, quantity: number, time: number, price: number, commission: number): OpenPosition {
    if (this.closed.count + this.open.size >= this.#mostPositions) {
      throw new ScriptApiError(`The script opened more than ${this.#mostPositions} positions`)
    }
    const position = new OpenPosition(this.#nextId++, long, quantity, time, price, commission)
    this.open.set(position.id, position)
    this.openCount += 1
    this.balance -= commission
    this.commission += commission
    if (long) this.longCount += 1
    this.#expose(position, quantity)
    return position
  }

  /**
   * Closes a position, or `quantity` of it; the part that is closed gets an id of its own then.
   * `rate` turns quote currency into account currency.
   */
  closePosition(
    position: OpenPosition,
    quantity: number,
    rate: number,
    commission: number,
    closing: Omit<Closing, 'profit'>,
  ): void {
    const part = quantity < position.quantity ? this.#split(position, quantity) : position
    const gross = part.grossAt(closing.price) * rate
    this.balance += gross - commission
    this.commission += commission
    this.#expose(part, -part.quantity)
    if (part === position) {
      this.open.delete(position.id)
      this.openCount -= 1
      if (position.long) this.longCount -= 1
      if (this.open.size === 0) this.#flatten()
    }
    part.commission += commission
    const { time, price, reason, ambiguous } = closing
    this.closed.add(part, { time, price, reason, ambiguous, profit: gross - part.commission })
  }

  /** A position as of now, for the script and for the result. */
  snapshot(position: OpenPosition, bid: number, ask: number): PositionRecord {
    const price = position.long ? bid : ask
    const profit = position.grossAt(price) * this.conversion.rate(bid, ask) - position.commission
    return positionRecord(position, this.instrument, { price, profit, closing: null })
  }

  #expose(position: OpenPosition, quantity: number): void {
    if (position.long) {
      this.longQuantity += quantity
      this.cost -= quantity * position.openPrice
    } else {
      this.shortQuantity += quantity
      this.cost += quantity * position.openPrice
    }
  }

  /** Without positions the sums are zero, whatever rounding left in them. */
  #flatten(): void {
    this.longQuantity = 0
    this.shortQuantity = 0
    this.cost = 0
  }

  #split(position: OpenPosition, quantity: number): OpenPosition {
    const share = quantity / position.quantity
    const part = new OpenPosition(
      this.#nextId++,
      position.long,
      quantity,
      position.openTime,
      position.openPrice,
      position.commission * share,
    )
    part.stopLoss = position.stopLoss
    part.takeProfit = position.takeProfit
    part.trailingStop = position.trailingStop
    position.quantity -= quantity
    position.commission -= part.commission
    return part
  }
}
