import type { Quantity } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import { NO_QUANTITY, roundToLots } from '../orders/lots.ts'
import { ClosedPositions } from '../record/closed-positions.ts'
import { MarginRecord } from '../record/margin-record.ts'
import { noteOtherPath } from '../positions/other-path.ts'
import type { MarketPositions } from './market-positions.ts'
import type { Fill } from '../positions/fill.ts'
import { type Closing, type OpenPosition, tidyPrice } from '../positions/open-position.ts'

export interface AccountParts {
  readonly markets: readonly MarketPositions[]
  readonly initialBalance: number
  readonly maxPositions: number
}

/** The account: balance, costs, and the open and closed positions of every market. */
export class Account {
  readonly markets: readonly MarketPositions[]
  readonly initialBalance: number
  readonly closed: ClosedPositions
  readonly marginRecord = new MarginRecord()
  balance = NaN
  /** Open positions of all markets. */
  openCount = 0
  /** Paid so far for open and closed positions; negative if earned. */
  commission = 0
  swapCost = 0
  fundingCost = 0
  readonly #first: MarketPositions
  #nextId = 1
  readonly #maxPositions: number
  /** Written anew for each closed position, and copied by `closed`. */
  readonly #closing = { time: 0.5, price: 0.5, reason: 'script' as Closing['reason'] }
  readonly #outcome = {
    price: 0.5,
    profit: 0.5,
    rate: 0.5,
    halfSpread: 0.5,
    slippage: 0.5,
    closing: this.#closing,
  }

  constructor({ markets, initialBalance, maxPositions }: AccountParts) {
    this.markets = markets
    this.#first = markets[0] as MarketPositions
    this.closed = new ClosedPositions(markets.map(({ instrument }) => instrument))
    this.initialBalance = initialBalance
    this.balance = initialBalance
    this.#maxPositions = maxPositions
  }

  /** Profit of all open positions at the last prices, in account currency. */
  unrealized(): number {
    let sum = this.#first.unrealized()
    for (let i = 1; i < this.markets.length; i++) sum += (this.markets[i] as MarketPositions).unrealized()
    return sum
  }

  equity(): number {
    return this.balance + this.unrealized()
  }

  marginUsed(): number {
    let sum = this.#first.marginUsed()
    for (let i = 1; i < this.markets.length; i++) sum += (this.markets[i] as MarketPositions).marginUsed()
    return sum
  }

  /** Margin used if one market had these quantities. */
  marginWith(changed: MarketPositions, longQuantity: number, shortQuantity: number): number {
    let sum = changed.marginFor(longQuantity, shortQuantity)
    for (let i = 0; i < this.markets.length; i++) {
      const market = this.markets[i] as MarketPositions
      if (market !== changed) sum += market.marginUsed()
    }
    return sum
  }

  /** Only one market needs margin. */
  get isSingle(): boolean {
    return this.markets.length === 1
  }

  find(id: number): OpenPosition | undefined {
    for (let i = 0; i < this.markets.length; i++) {
      const position = (this.markets[i] as MarketPositions).open.get(id)
      if (position) return position
    }
    return undefined
  }

  marketOf(position: OpenPosition): MarketPositions {
    return this.markets[position.market] as MarketPositions
  }

  /** Opens a position; `equity` is the equity right before the fill. */
  openPosition(market: MarketPositions, long: boolean, quantity: Quantity, fill: Fill, equity: number): OpenPosition {
    if (this.#nextId > this.#maxPositions) {
      throw new ScriptApiError(`The script opened more than ${this.#maxPositions} positions`)
    }
    const { price, rate, commission } = fill
    const position = market.create(this.#nextId++, long, quantity, fill)
    position.commission = commission
    position.openHalfSpread = fill.halfSpread
    position.openSlippage = fill.slippage
    position.equityAtEntry = equity
    position.notional = quantity * price * rate
    market.add(position)
    this.openCount += 1
    this.balance -= commission
    this.commission += commission
    market.excursions.open(position, markOf(position, fill, -1))
    return position
  }

  /** Adds an open position of another account, which keeps its id. */
  adopt(market: MarketPositions, position: OpenPosition): void {
    if (position.id >= this.#nextId) this.#nextId = position.id + 1
    market.add(position)
    this.openCount += 1
  }

  /**
   * Closes a position, or `quantity` of it; the closed part then gets its own id. `other` is the additional profit of
   * another exit in the same bar; NaN if there was none.
   */
  closePosition(
    position: OpenPosition,
    quantity: Quantity,
    fill: Fill,
    reason: Closing['reason'],
    other: number = NaN,
  ): void {
    const market = this.marketOf(position)
    const { time, price, rate, commission } = fill
    const isWhole = quantity === position.quantity
    const rest = isWhole ? NO_QUANTITY : roundToLots(position.quantity - quantity, market.instrument.lotSize)
    const part = rest > 0 ? position.split(this.#nextId++, quantity, rest) : position
    const gross = part.grossAt(price) * rate
    this.balance += gross - commission
    this.commission += commission
    market.expose(part, -part.quantity)
    if (part === position) {
      market.remove(position)
      this.openCount -= 1
    }
    part.commission += commission
    market.excursions.close(part, markOf(part, fill, 1))
    const closing = this.#closing
    closing.time = time
    closing.price = price
    closing.reason = reason
    const outcome = this.#outcome
    outcome.price = price
    outcome.profit = gross - part.booked
    if (other === other) noteOtherPath(part, gross - part.booked + other)
    outcome.rate = rate
    outcome.halfSpread = fill.halfSpread
    outcome.slippage = fill.slippage
    this.closed.add(part, outcome)
  }

  /** Adds to an open position: its opening price becomes the average of both, weighted by quantity. */
  growPosition(position: OpenPosition, quantity: Quantity, fill: Fill): void {
    const market = this.marketOf(position)
    const { price, rate, commission } = fill
    market.expose(position, -position.quantity)
    const total = roundToLots(position.quantity + quantity, market.instrument.lotSize)
    const averageOf = (before: number, added: number): number => (before * position.quantity + added * quantity) / total
    position.openPrice = tidyPrice(averageOf(position.openPrice, price))
    position.openHalfSpread = averageOf(position.openHalfSpread, fill.halfSpread)
    position.openSlippage = averageOf(position.openSlippage, fill.slippage)
    position.notional += quantity * price * rate
    position.risk *= total / position.quantity
    position.commission += commission
    position.quantity = total
    market.expose(position, total)
    this.balance -= commission
    this.commission += commission
  }

  /** Charges the account itself, in account currency; negative for a credit. */
  charge(amount: number): void {
    this.swapCost += amount
    this.balance -= amount
  }

  /** Deducts swap from a position, in account currency; negative for a credit. */
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
}

/** The price of the closing side at the time of a fill: before slippage, and across the spread if it opens. */
function markOf({ long }: OpenPosition, { price, halfSpread, slippage }: Fill, sign: 1 | -1): number {
  const isBuy = long === (sign === -1)
  const before = isBuy ? price - slippage : price + slippage
  if (sign === 1) return before
  return isBuy ? before - 2 * halfSpread : before + 2 * halfSpread
}
