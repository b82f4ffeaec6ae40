import { type Price, type Quantity, type StopChanges, tidy } from '@tradeloom/domain'

import type { Fill } from './fill.ts'
import type { TriggerHandle } from './trigger-handle.ts'
import type { PositionView } from '../run-result.ts'

/** An open position. Unset prices and distances are NaN; money is in account currency. */
export class OpenPosition {
  /** Index of its market in the run. */
  readonly market: number = 0
  // Changing numbers start as numbers: a field that was once undefined stores every fraction as an object.
  id = 0
  long = false
  openTime = 0.5
  openPrice = 0.5 as Price
  quantity = 0 as Quantity
  /** Paid so far; negative if earned. */
  commission = 0
  swapCost = 0
  fundingCost = 0
  /** Half the spread and the slippage of the opening fill, as price distances. */
  openHalfSpread = 0
  openSlippage = 0
  /** Equity right before the position was opened. */
  equityAtEntry = 0
  /** Value of the quantity at the opening price, and money between that price and the first stop. */
  notional = 0
  risk = NaN
  /** The market's row in which it was opened, and the last one whose prices are part of its extremes. */
  openRow = 0
  seenRow = 0
  /** Extremes of its closing side. */
  highest = NaN
  lowest = NaN
  stopLoss = NaN
  takeProfit = NaN
  /** Distance of the trailing stop, in price. */
  trailingStop = NaN
  /** Best price of the closing side since the position was opened. */
  best = NaN
  stopTrigger: TriggerHandle | null = null
  targetTrigger: TriggerHandle | null = null
  trailingTrigger: TriggerHandle | null = null
  /** Triggers when a better price moves the trailing stop. */
  betterTrigger: TriggerHandle | null = null
  /** The target was touched but not filled: the market has to trade through it. */
  isTargetPassedOver = false
  /**
   * Its worst and best profit at the end of a bar if the other path inside that bar had been taken; NaN as long as no
   * path has decided anything about it. Infinite (and opposite) if the path decided, but the other outcome is unknown.
   */
  otherWorst = NaN
  otherBest = NaN
  isOpen = false
  /** An order that closes all of it is in flight. */
  closing = false
  /** Changes of its stops in flight, and why the latest arrival was rejected. */
  changesSent = 0
  refused: string | null = null
  /** Those that an external venue has not answered yet, oldest first; null before the first one. */
  sentChanges: StopChanges[] | null = null
  /** That of the order that opened it. */
  tag: string | null = null
  /** Its neighbors in the list of open positions. */
  previous: OpenPosition | null = null
  next: OpenPosition | null = null

  constructor(market: number, id: number, long: boolean, quantity: number, time: number, price: number) {
    this.market = market
    this.id = id
    this.long = long
    this.quantity = quantity as Quantity
    this.openTime = time
    this.openPrice = price as Price
  }

  /** Makes a closed position a new one: creating an object of forty fields takes longer than filling an order. */
  renew(id: number, long: boolean, quantity: Quantity, { time, price }: Pick<Fill, 'time' | 'price'>): void {
    this.id = id
    this.long = long
    this.quantity = quantity
    this.openTime = time
    this.openPrice = price
    this.commission = 0
    this.swapCost = 0
    this.fundingCost = 0
    this.openHalfSpread = 0
    this.openSlippage = 0
    this.equityAtEntry = 0
    this.notional = 0
    this.risk = NaN
    this.openRow = 0
    this.seenRow = 0
    this.highest = NaN
    this.lowest = NaN
    this.stopLoss = NaN
    this.takeProfit = NaN
    this.trailingStop = NaN
    this.best = NaN
    this.stopTrigger = null
    this.targetTrigger = null
    this.trailingTrigger = null
    this.betterTrigger = null
    this.isTargetPassedOver = false
    this.otherWorst = NaN
    this.otherBest = NaN
    this.isOpen = false
    this.closing = false
    this.changesSent = 0
    this.refused = null
    this.sentChanges = null
    this.tag = null
    this.previous = null
    this.next = null
  }

  /** A stop, a target or a trailing stop guards it. */
  get hasStops(): boolean {
    const { stopTrigger, targetTrigger, trailingStop } = this
    return stopTrigger !== null || targetTrigger !== null || trailingStop === trailingStop
  }

  /** Level of the trailing stop, without rounding noise that would turn a touch into a miss; NaN without one. */
  get trailingLevel(): Price {
    return tidyPrice(this.long ? this.best - this.trailingStop : this.best + this.trailingStop)
  }

  /** Profit in quote currency at the price that would close it, before all costs but spread and slippage. */
  grossAt(price: number): number {
    return (this.long ? price - this.openPrice : this.openPrice - price) * this.quantity
  }

  /** Commission, swap and funding so far. */
  get booked(): number {
    return this.commission + this.swapCost + this.fundingCost
  }

  /** Extends the extremes of its life by a range of prices of its closing side. */
  see(high: number, low: number): void {
    if (!(high <= this.highest)) this.highest = high
    if (!(low >= this.lowest)) this.lowest = low
  }

  /**
   * Extends them by the extremes of rows `from` to `to` (exclusive) if these follow those that are part of them, or begin
   * with the last of those.
   */
  seeRows(from: number, to: number, high: number, low: number): void {
    if (this.seenRow !== from - 1 && this.seenRow !== from) return
    this.see(high, low)
    this.seenRow = to - 1
  }

  /** A change of its stops was sent to an external venue. */
  sent(changes: StopChanges): void {
    this.sentChanges ??= []
    this.sentChanges.push(changes)
    this.changesSent += 1
  }

  /** Nothing closes it any more: it is closed, or its stops have changed. */
  withdrawTriggers(): void {
    this.stopTrigger?.withdraw()
    this.targetTrigger?.withdraw()
    this.trailingTrigger?.withdraw()
    this.betterTrigger?.withdraw()
    this.stopTrigger = null
    this.targetTrigger = null
    this.trailingTrigger = null
    this.betterTrigger = null
  }

  /** Splits off `quantity` units into a new position, with their share of the costs; `rest` stays. */
  split(id: number, quantity: Quantity, rest: Quantity): OpenPosition {
    const share = quantity / this.quantity
    const part = new OpenPosition(this.market, id, this.long, quantity, this.openTime, this.openPrice)
    part.commission = this.commission * share
    part.swapCost = this.swapCost * share
    part.fundingCost = this.fundingCost * share
    part.notional = this.notional * share
    part.risk = this.risk * share
    part.openHalfSpread = this.openHalfSpread
    part.openSlippage = this.openSlippage
    part.equityAtEntry = this.equityAtEntry
    part.openRow = this.openRow
    part.seenRow = this.seenRow
    part.highest = this.highest
    part.lowest = this.lowest
    part.stopLoss = this.stopLoss
    part.takeProfit = this.takeProfit
    part.trailingStop = this.trailingStop
    part.best = this.best
    part.otherWorst = this.otherWorst * share
    part.otherBest = this.otherBest * share
    part.tag = this.tag
    this.quantity = rest
    this.commission -= part.commission
    this.swapCost -= part.swapCost
    this.fundingCost -= part.fundingCost
    this.notional -= part.notional
    this.risk -= part.risk
    this.otherWorst *= 1 - share
    this.otherBest *= 1 - share
    return part
  }
}

/** How a position was closed. */
export interface Closing {
  readonly time: number
  readonly price: number
  readonly reason: NonNullable<PositionView['closeReason']>
}

/** A position as scripts see it, at a price of its closing side. */
export function viewPosition(
  position: OpenPosition,
  instrument: { readonly id: string; readonly pipSize: number },
  price: number,
  profit: number,
  closing: Closing | null,
): PositionView {
  const move = position.long ? price - position.openPrice : position.openPrice - price
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
    profit: tidy(profit),
    pips: tidy(move / instrument.pipSize),
    commission: tidy(position.commission),
    swapCost: tidy(position.swapCost),
    fundingCost: tidy(position.fundingCost),
    status: closing ? 'CLOSED' : 'OPEN',
    closeReason: closing ? closing.reason : null,
    tag: position.tag,
  }
}

export function orNull<Value extends number>(value: Value): Value | null {
  return value === value ? value : null
}

/** A reported price without binary rounding noise. Prices of very small coins keep twelve decimals. */
export function tidyPrice(value: number): Price {
  return (value < 0.01 && value > -0.01 ? Math.round(value * 1e12) / 1e12 + 0 : tidy(value)) as Price
}
