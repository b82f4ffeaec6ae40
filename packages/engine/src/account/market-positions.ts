import type { Instrument, Price, Quantity } from '@tradeloom/domain'

import type { Quote } from '../market/quote.ts'
import type { Excursions } from '../record/excursions.ts'
import type { ClosedPositions } from '../record/closed-positions.ts'
import type { PositionView } from '../run-result.ts'
import type { Conversion } from './conversion.ts'
import type { Fill } from '../positions/fill.ts'
import type { MarginModel } from './margin-model.ts'
import { OpenPosition, viewPosition } from '../positions/open-position.ts'
import { OpenPositions } from '../positions/open-positions.ts'

export interface MarketPositionsParts {
  /** Index of the market in the run; 0 is the run's instrument. */
  readonly market: number
  readonly instrument: Instrument
  readonly quote: Quote
  readonly conversion: Conversion
  readonly margin: MarginModel
  readonly excursions: Pick<Excursions, 'open' | 'close' | 'finish'>
}

/**
 * The open positions of one market. Equity at a price takes constant time, because running sums of quantities and costs
 * are kept.
 */
export class MarketPositions {
  readonly market: number
  readonly instrument: Instrument
  readonly quote: Quote
  readonly conversion: Conversion
  readonly margin: MarginModel
  readonly excursions: MarketPositionsParts['excursions']
  readonly open = new OpenPositions()
  longQuantity = 0
  shortQuantity = 0
  longCount = 0
  openCount = 0
  /** Paid and received amounts of open positions in quote currency; positive if received. */
  cost = 0
  readonly #closed: OpenPosition[] = []
  /** Later entries have been taken. */
  #closedCount = 0

  constructor(parts: MarketPositionsParts) {
    this.market = parts.market
    this.instrument = parts.instrument
    this.quote = parts.quote
    this.conversion = parts.conversion
    this.margin = parts.margin
    this.excursions = parts.excursions
  }

  /** Profit of the open positions in account currency, before commission and financing. */
  unrealizedAt(bid: Price, ask: Price): number {
    if (this.openCount === 0) return 0
    return (this.longQuantity * bid - this.shortQuantity * ask + this.cost) * this.conversion.rate(bid, ask)
  }

  unrealized(): number {
    return this.unrealizedAt(this.quote.bid, this.quote.ask)
  }

  /** Market assumption: opposite positions of one market need margin for the larger side only. */
  marginFor(longQuantity: number, shortQuantity: number, bid = this.quote.bid, ask = this.quote.ask): number {
    const quantity = longQuantity > shortQuantity ? longQuantity : shortQuantity
    if (quantity === 0) return 0
    return this.margin.heldUnits(quantity) * ((bid + ask) / 2) * this.conversion.rate(bid, ask)
  }

  /** Margin used at a price. */
  marginAt(bid: Price, ask: Price): number {
    const { longQuantity, shortQuantity } = this
    const quantity = longQuantity > shortQuantity ? longQuantity : shortQuantity
    if (quantity === 0) return 0
    return this.margin.heldUnits(quantity) * ((bid + ask) / 2) * this.conversion.rate(bid, ask)
  }

  marginUsed(): number {
    return this.marginAt(this.quote.bid, this.quote.ask)
  }

  /** A new position, which is not added yet. */
  create(id: number, long: boolean, quantity: Quantity, fill: Fill): OpenPosition {
    if (this.#closedCount === 0) return new OpenPosition(this.market, id, long, quantity, fill.time, fill.price)
    this.#closedCount -= 1
    const position = this.#closed[this.#closedCount] as OpenPosition
    position.renew(id, long, quantity, fill)
    return position
  }

  /**
   * Call it for a closed position to which no reference is left but that of `Excursions`: its object may become the next
   * position of this market.
   */
  recycle(position: OpenPosition): void {
    if (this.#closedCount === MAX_CLOSED) return
    this.#closed[this.#closedCount] = position
    this.#closedCount += 1
  }

  add(position: OpenPosition): void {
    position.isOpen = true
    this.open.add(position)
    this.openCount += 1
    if (position.long) this.longCount += 1
    this.expose(position, position.quantity)
  }

  remove(position: OpenPosition): void {
    position.isOpen = false
    this.open.remove(position)
    this.openCount -= 1
    if (position.long) this.longCount -= 1
    this.#clearRounding()
  }

  /** Adds `quantity` of a position to the sums; a negative quantity removes it. */
  expose(position: OpenPosition, quantity: number): void {
    if (position.long) {
      this.longQuantity += quantity
      this.cost -= quantity * position.openPrice
    } else {
      this.shortQuantity += quantity
      this.cost += quantity * position.openPrice
    }
  }

  /** An open position at the last prices, as scripts see it. */
  view(position: OpenPosition): PositionView {
    const { bid, ask } = this.quote
    const price = position.long ? bid : ask
    const profit = position.grossAt(price) * this.conversion.rate(bid, ask) - position.booked
    return viewPosition(position, this.instrument, price, profit, null)
  }

  /** Adds the positions that are still open after `lastRow`, valued at the last prices. */
  recordOpen(lastRow: number, record: Pick<ClosedPositions, 'add'>): void {
    const { bid, ask } = this.quote
    const rate = this.conversion.rate(bid, ask)
    const halfSpread = (ask - bid) / 2
    for (const position of this.open.values()) {
      const price = position.long ? bid : ask
      this.excursions.finish(position, lastRow)
      const profit = position.grossAt(price) * rate - position.booked
      record.add(position, { price, profit, rate, halfSpread, slippage: 0, closing: null })
    }
  }

  /** Resets rounding residue: without positions (of a side), its sums are exactly zero. */
  #clearRounding(): void {
    if (this.longCount === 0) this.longQuantity = 0
    if (this.longCount === this.openCount) this.shortQuantity = 0
    if (this.openCount === 0) this.cost = 0
  }
}

const MAX_CLOSED = 16
