import type { Price, Quantity } from '@tradeloom/domain'

import type { OrderRegistry } from './order-registry.ts'
import { lesser, roundToLots } from '../orders/lots.ts'
import type { WorkingOrder } from '../orders/working-order.ts'
import type { Events } from './events.ts'
import { scriptPosition } from './script-position.ts'
import type { Account } from './account.ts'
import type { Fill } from '../positions/fill.ts'
import { initialStops } from './initial-stops.ts'
import type { MarketPositions } from './market-positions.ts'
import { passOtherPath } from '../positions/other-path.ts'
import type { Closing, OpenPosition } from '../positions/open-position.ts'
import type { PositionProtection } from '../positions/position-protection.ts'

/** The fill that an order's record shows. */
export interface OrderFill {
  readonly time: number
  readonly price: Price
  readonly isMaker: boolean
}

/**
 * Books fills: opens and closes positions, charges costs, ends orders, and notifies the script. The venue, simulated or
 * real, has already priced the fill; nothing here knows where a price comes from.
 */
export class Booking {
  readonly #account: Account
  readonly #registry: OrderRegistry
  readonly #events: Events
  /** Written anew for each opening fill. */
  readonly #settled = { time: 0.5, price: 0.5 as Price, isMaker: false }

  #guards: readonly PositionProtection[] = []

  constructor(account: Account, registry: OrderRegistry, events: Events) {
    this.#account = account
    this.#registry = registry
    this.#events = events
  }

  /** Sets what guards the positions of each market. Call it once, before the first fill. */
  connect(guards: readonly PositionProtection[]): void {
    this.#guards = guards
  }

  /** Ends an order as filled, unless it will get more fills. */
  settle(order: WorkingOrder, { time, price, isMaker }: OrderFill, positionId: number): void {
    order.status = order.isPartlyFilled ? 'PARTIALLY_FILLED' : 'FILLED'
    order.fillTime = time
    order.fillPrice = price
    order.liquidity = isMaker ? 'maker' : 'taker'
    order.positionId = positionId
    this.#registry.publish(order)
  }

  /**
   * Opens a position for an order; `equity` is the equity right before the fill, `average` the average price of all of
   * its fills if there were others.
   */
  open(
    order: WorkingOrder,
    quantity: Quantity,
    fill: Fill,
    isMaker: boolean,
    equity: number,
    average: number = NaN,
  ): void {
    const account = this.#account
    const market = account.markets[order.market] as MarketPositions
    const position = account.openPosition(market, order.buy, quantity, fill, equity)
    position.tag = order.tag
    order.opened = position.id
    passOtherPath(order, position)
    account.marginRecord.opened(quantity)
    if (order.isBare) position.best = position.openPrice
    else {
      initialStops(position, order, fill.rate)
      this.#guards[order.market]?.attach(position)
    }
    if (order.isWorking) {
      const settled = this.#settled
      settled.time = fill.time
      settled.price = average === average ? (average as Price) : fill.price
      settled.isMaker = isMaker
      this.settle(order, settled, position.id)
    } else {
      order.positionId = position.id
      this.#registry.placed.write(order)
    }
    if (this.#events.wantsOpened) this.#events.opened(scriptPosition(market.view(position), position))
  }

  /** A further fill of an order adds to the position that its first fill has opened. */
  grow(order: WorkingOrder, position: OpenPosition, quantity: Quantity, fill: Fill, settled: OrderFill): void {
    this.#account.growPosition(position, quantity, fill)
    this.settle(order, settled, position.id)
  }

  /** A position that no order of the program explains. Returns its number. */
  adopt(market: MarketPositions, long: boolean, quantity: Quantity, fill: Fill, equity: number): number {
    const position = this.#account.openPosition(market, long, quantity, fill, equity)
    position.best = position.openPrice
    if (this.#events.wantsOpened) this.#events.opened(scriptPosition(market.view(position), position))
    return position.id
  }

  /** What `open` does for a bare order while the script has no handlers of orders and positions. */
  openBare(id: number, market: MarketPositions, long: boolean, quantity: Quantity, fill: Fill, equity: number): void {
    const account = this.#account
    const position = account.openPosition(market, long, quantity, fill, equity)
    account.marginRecord.opened(quantity)
    position.best = position.openPrice
    this.#registry.placed.fillBare(id, fill, position.id)
  }

  /** What `close` does then for a bare order that closes a whole position. */
  closeBare(id: number, position: OpenPosition, fill: Fill): void {
    this.#registry.placed.fillBare(id, fill, position.id)
    this.#account.closePosition(position, position.quantity, fill, 'script')
    if (position.hasStops) position.withdrawTriggers()
  }

  /** How much of what is open an order may close as the opposite side. */
  closable({ market, buy }: WorkingOrder): number {
    const { longQuantity, shortQuantity } = this.#account.markets[market] as MarketPositions
    return buy ? shortQuantity : longQuantity
  }

  /** Whether an order may close a position as the opposite side. */
  protected reduces({ buy }: WorkingOrder, { long }: OpenPosition): boolean {
    return long !== buy
  }

  /** Closes opposite positions, oldest first, up to `closing` units; the whole fill is `filled` units. */
  net(order: WorkingOrder, closing: Quantity, filled: Quantity, orderFill: OrderFill, close: CloseOf): void {
    const market = this.#account.markets[order.market] as MarketPositions
    let left = closing
    let isSettled = false
    for (const position of market.open.values()) {
      if (!this.reduces(order, position)) continue
      const part = lesser(left, position.quantity)
      if (!isSettled) this.settle(order, orderFill, position.id)
      isSettled = true
      close(position, part, part / filled)
      left = roundToLots(left - part, market.instrument.lotSize)
      if (left === 0) return
    }
  }

  /** Closes `quantity` of a position. `other`: see `Account.closePosition`. */
  close(position: OpenPosition, quantity: Quantity, fill: Fill, reason: Closing['reason'], other: number = NaN): void {
    const account = this.#account
    account.closePosition(position, quantity, fill, reason, other)
    if (!position.isOpen) position.withdrawTriggers()
    if (!this.#events.wantsClosed) return
    this.#events.closed(scriptPosition(account.closed.view(account.closed.count - 1), null))
  }
}

type CloseOf = (position: OpenPosition, quantity: Quantity, share: number) => void
