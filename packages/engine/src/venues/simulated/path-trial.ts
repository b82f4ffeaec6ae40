import { type Price, type RowIndex, tidy } from '@tradeloom/domain'

import { Account } from '../../account/account.ts'
import { Booking } from '../../account/booking.ts'
import { MarketPositions } from '../../account/market-positions.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { PathDecided } from '../../positions/other-path.ts'
import type { PositionProtection } from '../../positions/position-protection.ts'
import { Clock } from '../../market/clock.ts'
import type { MarketRows } from '../../market/market-rows.ts'
import { Quote } from '../../market/quote.ts'
import { OrderRegistry } from '../../account/order-registry.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { Venue } from '../../ports/venue.ts'
import { PlacedOrders } from '../../record/placed-orders.ts'
import { RunLog } from '../../record/run-log.ts'
import { Events } from '../../account/events.ts'
import { AccountCopies } from './account-copies.ts'
import { Liquidation, type LiquidationMarket } from './liquidation.ts'
import type { SimulatedVenueParts } from './simulated-venue-parts.ts'

/** What one path through a bar leads to, if the script does nothing meanwhile. */
export interface PathOutcome {
  /** Of the account, at the close of the bar. */
  readonly equity: number
  /** What becomes of each open position and of each working order. */
  readonly fates: ReadonlyMap<OpenPosition | WorkingOrder, Fate>
  /** The orders that opened positions, in that order: netting and scripts take the oldest first. */
  readonly opened: readonly WorkingOrder[]
}

export interface Fate {
  readonly decided: PathDecided
  /** Equal for paths on which the same happens to it. */
  readonly text: string
  /** Its profit by the close of the bar, in account currency. */
  readonly profit: number
}

/** A venue that can be copied between two prices of a bar. */
export interface CopiedVenue {
  copyFor(parts: SimulatedVenueParts, copies: AccountCopies): Venue & PositionProtection & LiquidationMarket
}

/**
 * Takes a copy of a market from the open of a bar to its close, over one of its extremes first, through the same
 * matching as the market itself. Slippage and fills by touch take their expected values instead of chance.
 */
export function tryPath(
  parts: SimulatedVenueParts,
  source: CopiedVenue,
  rows: MarketRows,
  row: RowIndex,
  isHighFirst: boolean,
): PathOutcome {
  const trial = new PathTrial(parts, source, rows)
  trial.follow(row, isHighFirst)
  return trial.outcome()
}

class PathTrial {
  readonly #rows: MarketRows
  readonly #clock = new Clock()
  readonly #quote: Quote
  readonly #copies = new AccountCopies()
  readonly #account: Account
  readonly #positions: MarketPositions
  readonly #booking: TrialBooking
  readonly #liquidation: Liquidation
  readonly #placed = new UnrecordedOrders()
  readonly #venue: Venue

  constructor(parts: SimulatedVenueParts, source: CopiedVenue, rows: MarketRows) {
    const { clock, quote, account, positions } = parts
    this.#rows = rows
    this.#clock.time = account.markets.length > 1 ? quote.time : clock.time
    this.#quote = new Quote(rows)
    this.#quote.time = quote.time
    this.#quote.set(quote.bid, quote.ask)
    const { bidHigh, bidLow, askHigh, askLow } = quote
    Object.assign(this.#quote, { bidHigh, bidLow, askHigh, askLow })
    const markets = account.markets.map((market) => this.#marketLike(market, market === positions))
    this.#positions = markets[positions.market] as MarketPositions
    this.#account = new Account({ markets, initialBalance: account.balance, maxPositions: Infinity })
    for (const market of account.markets) {
      for (const copy of this.#copies.positionsOf(market)) {
        // Nobody asks for the extremes of a copy.
        this.#account.adopt(markets[market.market] as MarketPositions, copy)
      }
    }
    const events = new Events()
    const log = new RunLog({ logLines: 1, logBytes: 1, logTotal: Infinity })
    const instrumentIds = markets.map(({ instrument }) => instrument.id)
    const registry = new OrderRegistry({
      clock: this.#clock,
      events,
      log,
      instrumentIds,
      maxOrders: Infinity,
      placed: this.#placed,
    })
    this.#liquidation = new Liquidation({ clock: this.#clock, account: this.#account, log })
    this.#liquidation.isCalled = parts.liquidation.isCalled
    this.#booking = new TrialBooking(this.#account, registry, events)
    for (const orders of parts.registry.waiting) {
      for (const order of orders.values()) registry.waiting[order.market]?.set(order.id, this.#copies.order(order))
    }
    const own = {
      clock: this.#clock,
      quote: this.#quote,
      account: this.#account,
      positions: this.#positions,
      booking: this.#booking,
      registry,
      events,
      liquidation: this.#liquidation,
      random: NO_CHANCE,
      financing: NO_CHARGES,
    }
    const venue = source.copyFor({ ...parts, ...own }, this.#copies)
    this.#venue = venue
    const connected = markets.map((market) => (market === this.#positions ? venue : STILL))
    this.#booking.connect(connected)
    this.#liquidation.connect(connected)
  }

  follow(row: RowIndex, isHighFirst: boolean): void {
    const { time, rowMs, bidHigh, bidLow, askHigh, askLow, bidClose, askClose } = this.#rows
    const start = time[row] as number
    const high = [bidHigh[row], askHigh[row]] as [Price, Price]
    const low = [bidLow[row], askLow[row]] as [Price, Price]
    this.#move(start + rowMs / 3, ...(isHighFirst ? high : low))
    this.#move(start + (2 * rowMs) / 3, ...(isHighFirst ? low : high))
    this.#move(start + rowMs - 1, bidClose[row] as Price, askClose[row] as Price)
  }

  outcome(): PathOutcome {
    const fates = new Map<OpenPosition | WorkingOrder, Fate>()
    for (const [position, copy] of this.#copies.positions) {
      if (position.isOpen) fates.set(position, this.#fateOf(position, copy, stateOf(copy)))
    }
    for (const [order, copy] of this.#copies.orders) {
      if (order.status !== 'NEW') continue
      const { status, isStopMet, isPassedOver, fillPrice } = copy
      fates.set(order, this.#fateOf(order, copy, `${status} ${isStopMet} ${isPassedOver} ${fillPrice}`))
    }
    const opened = [...this.#copies.orders].filter(([, copy]) => this.#booking.openedBy(copy).length > 0)
    opened.sort(([, a], [, b]) => a.positionId - b.positionId)
    const outcome = { equity: this.#account.equity(), fates, opened: opened.map(([order]) => order) }
    this.#account.closed.release()
    return outcome
  }

  #fateOf(decided: PathDecided, copy: OpenPosition | WorkingOrder, state: string): Fate {
    const { profit, closings } = this.#booking.endOf(copy)
    let text = state + closings
    let total = profit
    const positions = 'openPrice' in copy ? [copy] : this.#booking.openedBy(copy)
    const { bid, ask } = this.#quote
    const rate = this.#positions.conversion.rate(bid, ask)
    for (const position of positions) {
      const own = position === copy ? null : this.#booking.endOf(position)
      if (own) {
        text += ` opened ${position.openPrice}${own.closings} ${stateOf(position)}`
        total += own.profit
      }
      if (!position.isOpen) continue
      total += position.grossAt(position.long ? bid : ask) * rate - position.booked
    }
    return { decided, text, profit: tidy(total) }
  }

  /** One of the prices of the bar, as in the kernel: orders meet it, then the margin is checked. */
  #move(time: number, bid: Price, ask: Price): void {
    const timeBefore = this.#clock.time
    const { bid: bidBefore, ask: askBefore } = this.#quote.point
    this.#clock.time = time
    this.#quote.time = time
    this.#quote.set(bid, ask)
    this.#venue.match(true, timeBefore, bidBefore, askBefore)
    if (this.#liquidation.isCalled || !(this.#account.equity() > this.#account.marginUsed())) this.#liquidation.check()
  }

  #marketLike(market: MarketPositions, isOwn: boolean): MarketPositions {
    const { market: place, instrument, conversion, margin } = market
    return new MarketPositions({
      market: place,
      instrument,
      margin,
      quote: isOwn ? this.#quote : market.quote,
      conversion: isOwn ? conversion.copy() : conversion,
      excursions: NO_EXCURSIONS,
    })
  }
}

/** What of a position decides about later bars. */
function stateOf({ isOpen, quantity, trailingStop, best, isTargetPassedOver, ...levels }: OpenPosition): string {
  if (!isOpen) return 'closed'
  const trailing = trailingStop === trailingStop ? best : NaN
  return `${quantity} ${levels.stopLoss} ${levels.takeProfit} ${trailing} ${isTargetPassedOver} ${tidy(levels.commission)}`
}

/** Notes what is opened and closed. */
class TrialBooking extends Booking {
  readonly #account: Account
  readonly #closed = new Map<OpenPosition | WorkingOrder, { profit: number; closings: string }>()
  readonly #opened = new Map<WorkingOrder, OpenPosition>()

  constructor(account: Account, registry: OrderRegistry, events: Events) {
    super(account, registry, events)
    this.#account = account
  }

  endOf(copy: OpenPosition | WorkingOrder): { readonly profit: number; readonly closings: string } {
    return this.#closed.get(copy) ?? { profit: 0, closings: '' }
  }

  openedBy(order: WorkingOrder): OpenPosition[] {
    const position = this.#opened.get(order)
    return position ? [position] : []
  }

  override open(...args: Parameters<Booking['open']>): void {
    super.open(...args)
    const [order] = args
    const position = this.#account.find(order.positionId)
    if (position) this.#opened.set(order, position)
  }

  override close(...args: Parameters<Booking['close']>): void {
    super.close(...args)
    const [position, quantity, fill, reason] = args
    const { closed } = this.#account
    const before = this.endOf(position)
    this.#closed.set(position, {
      profit: before.profit + closed.view(closed.count - 1).profit,
      closings: `${before.closings} ${reason} ${quantity} ${fill.price} ${tidy(fill.commission)}`,
    })
  }
}

/** Orders of a trial are recorded nowhere. */
class UnrecordedOrders extends PlacedOrders {
  override add(): void {}
  override write(): void {}
  override end(): void {}
}

/** Another market: its price does not move during a bar of this one, and nothing of it is matched. */
const STILL = {
  attach: () => undefined,
  canLiquidate: () => false,
  liquidate: () => undefined,
  refresh: () => undefined,
}
const NO_CHANCE = () => 0
/** Swap and funding inside a long bar are the same on both paths, up to the price at which they are converted. */
const NO_CHARGES = { next: Infinity, book: () => undefined }
const NO_EXCURSIONS = { open: () => undefined, close: () => undefined, finish: () => undefined }
