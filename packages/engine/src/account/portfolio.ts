import type { Instrument } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { MarginModel } from './margin-model.ts'
import { roundToLots } from '../orders/lots.ts'
import { ClosedPositions } from '../record/closed-positions.ts'
import type { Excursions } from '../record/excursions.ts'
import type { PositionRecord, PositionView } from '../run-result.ts'
import type { Conversion } from './conversion.ts'
import { type Closing, OpenPosition, viewPosition } from './open-position.ts'
import { recordPosition } from './position-record.ts'

/** A fill that opens or closes: prices as distances and levels in quote currency, commission in account currency. */
export interface Fill {
  readonly time: number
  readonly price: number
  /** Half the spread at that moment, and what slippage made of the price. */
  readonly halfSpread: number
  readonly slippage: number
  /** Account currency for one unit of quote currency. */
  readonly rate: number
  readonly commission: number
}

export interface PortfolioParts {
  readonly instrument: Instrument
  readonly conversion: Conversion
  readonly margin: MarginModel
  readonly excursions: Excursions
  readonly initialBalance: number
  readonly maxPositions: number
}

/**
 * The account: balance, open positions, closed ones. Equity at a price costs the same however many positions are open,
 * because sums of their quantities and costs are kept.
 */
export class Portfolio {
  readonly instrument: Instrument
  readonly conversion: Conversion
  readonly margin: MarginModel
  readonly initialBalance: number
  readonly open = new Map<number, OpenPosition>()
  readonly closed: ClosedPositions
  balance = NaN
  longQuantity = 0
  shortQuantity = 0
  longCount = 0
  openCount = 0
  /** Sum of what was paid and taken for the open positions, in quote currency, taken ones positive. */
  cost = 0
  /** Paid so far for open and closed positions; below zero is earned. */
  commission = 0
  swapCost = 0
  fundingCost = 0
  /** Profit if every ambiguous position had gone the worse, or the better way, less the profit that was booked. */
  ambiguousWorst = 0
  ambiguousBest = 0
  #nextId = 1
  readonly #maxPositions: number
  readonly #excursions: Excursions

  constructor(parts: PortfolioParts) {
    this.instrument = parts.instrument
    this.closed = new ClosedPositions(parts.instrument)
    this.conversion = parts.conversion
    this.margin = parts.margin
    this.initialBalance = parts.initialBalance
    this.balance = parts.initialBalance
    this.#maxPositions = parts.maxPositions
    this.#excursions = parts.excursions
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
    return this.margin.heldUnits(quantity) * ((bid + ask) / 2) * this.conversion.rate(bid, ask)
  }

  /** Opens a position; `equity` is that of the moment before. */
  openPosition(long: boolean, quantity: number, fill: Fill, equity: number): OpenPosition {
    if (this.closed.count + this.open.size >= this.#maxPositions) {
      throw new ScriptApiError(`The script opened more than ${this.#maxPositions} positions`)
    }
    const { time, price, rate, commission } = fill
    const position = new OpenPosition(this.#nextId++, long, quantity, time, price)
    position.commission = commission
    position.openHalfSpread = fill.halfSpread
    position.openSlippage = fill.slippage
    position.equityAtEntry = equity
    position.notional = quantity * price * rate
    this.open.set(position.id, position)
    this.openCount += 1
    this.balance -= commission
    this.commission += commission
    if (long) this.longCount += 1
    this.#expose(position, quantity)
    this.#excursions.open(position, markOf(position, fill, -1))
    return position
  }

  /**
   * Closes a position, or `quantity` of it; the part that is closed gets an id of its own then.
   * `other` is what another exit within the same bar would have brought more; NaN when there was none.
   */
  closePosition(position: OpenPosition, quantity: number, fill: Fill, reason: Closing['reason'], other: number): void {
    const { time, price, rate, commission } = fill
    const rest = roundToLots(position.quantity - quantity, this.instrument.lotSize)
    const part = rest > 0 ? position.split(this.#nextId++, quantity, rest) : position
    const gross = part.grossAt(price) * rate
    this.balance += gross - commission
    this.commission += commission
    this.#expose(part, -part.quantity)
    if (part === position) {
      this.open.delete(position.id)
      this.openCount -= 1
      if (position.long) this.longCount -= 1
      this.#flatten()
    }
    part.commission += commission
    this.#excursions.close(part, markOf(part, fill, 1))
    const { halfSpread, slippage } = fill
    const profit = gross - part.booked
    this.closed.add(part, { price, profit, rate, halfSpread, slippage, other, closing: { time, price, reason } })
  }

  /** Charges swap to a position in account currency; below zero it is a credit. */
  chargeSwap(position: OpenPosition, amount: number): void {
    position.swapCost += amount
    this.swapCost += amount
    this.balance -= amount
  }

  chargeFunding(position: OpenPosition, amount: number): void {
    position.fundingCost += amount
    this.fundingCost += amount
    this.balance -= amount
  }

  /** An open position as of now, for the script. */
  view(position: OpenPosition, bid: number, ask: number): PositionView {
    const price = position.long ? bid : ask
    const profit = position.grossAt(price) * this.conversion.rate(bid, ask) - position.booked
    return viewPosition(position, this.instrument, price, profit, null)
  }

  /** The positions that are still open after `lastRow`, for the result. */
  openRecords(bid: number, ask: number, lastRow: number): PositionRecord[] {
    const rate = this.conversion.rate(bid, ask)
    const halfSpread = (ask - bid) / 2
    return [...this.open.values()].map((position) => {
      const price = position.long ? bid : ask
      this.#excursions.finish(position, lastRow)
      const profit = position.grossAt(price) * rate - position.booked
      const outcome = { price, profit, rate, halfSpread, slippage: 0, other: NaN, closing: null }
      return recordPosition(position, this.instrument, outcome)
    })
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

  /** Without positions the sums are zero, whatever rounding left in them; those of one side as well. */
  #flatten(): void {
    if (this.longCount === 0) this.longQuantity = 0
    if (this.longCount === this.openCount) this.shortQuantity = 0
    if (this.openCount === 0) this.cost = 0
  }
}

/** The price of the closing side at the moment of a fill: before slippage, across the spread when it opens. */
function markOf({ long }: OpenPosition, { price, halfSpread, slippage }: Fill, sign: 1 | -1): number {
  const isBuy = long === (sign === -1)
  const before = isBuy ? price - slippage : price + slippage
  if (sign === 1) return before
  return isBuy ? before - 2 * halfSpread : before + 2 * halfSpread
}
