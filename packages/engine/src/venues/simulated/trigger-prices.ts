import { ORDER_TYPES, type Price } from '@tradeloom/domain'

import type { BarRange, Sides } from '../../market/quote.ts'
import { beyond } from './limit-fill.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import { LEVEL } from '../../ports/venue.ts'
import type { AccountCopies } from './account-copies.ts'
import { compareTriggers, RANK, Trigger, TriggerHeap } from './trigger-heap.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** A trigger that the market has reached, with the price at which it did. */
export interface Reached {
  readonly trigger: Trigger
  readonly price: Price
  /** Whether the market reached exactly the trigger price instead of jumping past it. */
  readonly isExact: boolean
  /** How far along the path from the previous price to this one, 0 to 1. */
  readonly pathFraction: number
}

/** All trigger prices, by the side of the quote and the direction of the move. */
export class TriggerPrices {
  /** The nearest price of each heap, by the slots below; one array, because it is read for every price. */
  readonly levels = new Float64Array(4)
  /** Buy stops, stop losses and trailing stops of short positions. */
  readonly askRise = new TriggerHeap(1, this.levels, LEVEL.askRise)
  /** Buy limits, and take profits and better prices of short positions. */
  readonly askFall = new TriggerHeap(-1, this.levels, LEVEL.askFall)
  /** Sell limits, and take profits and better prices of long positions. */
  readonly bidRise = new TriggerHeap(1, this.levels, LEVEL.bidRise)
  /** Sell stops, stop losses and trailing stops of long positions. */
  readonly bidFall = new TriggerHeap(-1, this.levels, LEVEL.bidFall)

  addStop(order: WorkingOrder): void {
    const heap = this.#heap(order.buy, ORDER_TYPES[order.type].trigger === 'worse')
    order.trigger = add(heap, order.stopPrice, RANK.stop, order.id, order, null)
  }

  /** `isThrough`: triggers only beyond its price. */
  addLimit(order: WorkingOrder, isThrough: boolean): void {
    const heap = this.#heap(order.buy, false)
    const price = isThrough ? beyond(order.limitPrice, heap.direction) : order.limitPrice
    order.trigger = add(heap, price, RANK.limit, order.id, order, null)
  }

  removeOrder(order: WorkingOrder): void {
    order.trigger?.withdraw()
    order.trigger = null
  }

  /** Registers the current stops of a position; `isThrough` says when its target triggers. */
  attach(position: OpenPosition, isThrough: boolean): void {
    position.withdrawTriggers()
    const { id, long } = position
    if (position.stopLoss === position.stopLoss) {
      const heap = long ? this.bidFall : this.askRise
      position.stopTrigger = add(heap, position.stopLoss, RANK.stopLoss, id, null, position)
    }
    if (position.takeProfit === position.takeProfit) {
      const heap = long ? this.bidRise : this.askFall
      const price = isThrough ? beyond(position.takeProfit, heap.direction) : position.takeProfit
      position.targetTrigger = add(heap, price, RANK.takeProfit, id, null, position)
    }
    if (position.trailingStop === position.trailingStop) this.trail(position)
  }

  /** Registers the trailing stop behind the best price, and a trigger beyond that price at which it has to move. */
  trail(position: OpenPosition): void {
    const { id, long, best } = position
    const behind = long ? this.bidFall : this.askRise
    const ahead = long ? this.bidRise : this.askFall
    const level = position.trailingLevel
    const better = beyond(best, ahead.direction)
    if (position.trailingTrigger !== null) position.trailingTrigger.moveTo(level)
    else position.trailingTrigger = add(behind, level, RANK.trailingStop, id, null, position)
    if (position.betterTrigger !== null) position.betterTrigger.moveTo(better)
    else position.betterTrigger = add(ahead, better, RANK.better, id, null, position)
  }

  /** All triggers that a bar with these extremes reaches, in no order. */
  *reachedIn(bar: BarRange): Generator<Trigger, void, undefined> {
    yield* this.bidFall.reached(bar.bidLow)
    yield* this.bidRise.reached(bar.bidHigh)
    yield* this.askFall.reached(bar.askLow)
    yield* this.askRise.reached(bar.askHigh)
  }

  /** Whether a bar reaches any trigger; the cheap question, which most bars answer with no. */
  isReachedIn(bar: BarRange): boolean {
    const { levels } = this
    return (
      bar.bidLow <= (levels[LEVEL.bidFall] as number) ||
      bar.bidHigh >= (levels[LEVEL.bidRise] as number) ||
      bar.askLow <= (levels[LEVEL.askFall] as number) ||
      bar.askHigh >= (levels[LEVEL.askRise] as number)
    )
  }

  /** Registers copies of all triggers of another one, for the copies of their orders and positions. */
  copyFrom(source: TriggerPrices, copies: AccountCopies): void {
    for (const side of ['askRise', 'askFall', 'bidRise', 'bidFall'] as const) {
      for (const { price, rank, id, order, position } of source[side].all()) {
        const one = position && copies.position(position)
        const trigger = add(this[side], price, rank, id, order && copies.order(order), one)
        if (order) copies.order(order).trigger = trigger
        if (one) one[HANDLES[rank] ?? 'stopTrigger'] = trigger
      }
    }
  }

  /** The triggers of buy or sell orders that wait for a worse or for a better price. */
  #heap(isBuy: boolean, isWorse: boolean): TriggerHeap {
    if (isBuy) return isWorse ? this.askRise : this.askFall
    return isWorse ? this.bidFall : this.bidRise
  }

  /** Whether these prices reach any trigger. */
  isReached(bid: Price, ask: Price): boolean {
    const { levels } = this
    return (
      bid <= (levels[LEVEL.bidFall] as number) ||
      bid >= (levels[LEVEL.bidRise] as number) ||
      ask <= (levels[LEVEL.askFall] as number) ||
      ask >= (levels[LEVEL.askRise] as number)
    )
  }

  /**
   * If a jump to the quote does nothing but move one trailing stop, as nearly every move of one, removes that trigger
   * and returns its position; otherwise null.
   */
  takeOnlyMove({ bid, ask }: Sides): OpenPosition | null {
    if (this.bidFall.isReached(bid) || this.askRise.isReached(ask)) return null
    const isRise = this.bidRise.isReached(bid)
    if (isRise === this.askFall.isReached(ask)) return null
    const heap = isRise ? this.bidRise : this.askFall
    const trigger = heap.peek()
    if (trigger?.rank !== RANK.better || !heap.reachesOne(isRise ? bid : ask)) return null
    heap.drop(trigger)
    return trigger.position
  }

  /** Removes all triggers that a jump to the quote reaches, in processing order. */
  takeJump(quote: Sides): Reached[] {
    const reached: Reached[] = []
    takeAll(this.bidFall, quote.bid, reached)
    takeAll(this.bidRise, quote.bid, reached)
    takeAll(this.askFall, quote.ask, reached)
    takeAll(this.askRise, quote.ask, reached)
    return reached.sort((a, b) => compareTriggers(a.trigger, b.trigger))
  }

  /**
   * The first trigger on the straight path from the previous prices to the quote, between `from` and `until` (0 to 1).
   * Triggers that the market had already passed at `from` fire at the price there, in processing order.
   */
  takeOnPath(bidBefore: Price, askBefore: Price, quote: Sides, from: number, until: number): Reached | null {
    let best: Reached | null = null
    best = earlier(best, firstOnPath(this.bidFall, bidBefore, quote.bid, from))
    best = earlier(best, firstOnPath(this.bidRise, bidBefore, quote.bid, from))
    best = earlier(best, firstOnPath(this.askFall, askBefore, quote.ask, from))
    best = earlier(best, firstOnPath(this.askRise, askBefore, quote.ask, from))
    if (!best || best.pathFraction >= until) return null
    best.trigger.heap.drop(best.trigger)
    return best
  }
}

/** Where a position keeps the handle of its trigger, by rank. */
const HANDLES: Readonly<Record<number, 'stopTrigger' | 'targetTrigger' | 'trailingTrigger' | 'betterTrigger'>> = {
  [RANK.stopLoss]: 'stopTrigger',
  [RANK.takeProfit]: 'targetTrigger',
  [RANK.trailingStop]: 'trailingTrigger',
  [RANK.better]: 'betterTrigger',
}

function add(
  heap: TriggerHeap,
  price: number,
  rank: number,
  id: number,
  order: WorkingOrder | null,
  position: OpenPosition | null,
): Trigger {
  const trigger = new Trigger(heap, price, rank, id, order, position)
  heap.push(trigger)
  return trigger
}

function takeAll(heap: TriggerHeap, price: Price, into: Reached[]): void {
  while (heap.isReached(price)) {
    const trigger = heap.pop()
    if (!trigger) return
    into.push({ trigger, price, isExact: false, pathFraction: 1 })
  }
}

/** The trigger that is reached first on the path from `before` to `after`, and where. */
function firstOnPath(heap: TriggerHeap, before: Price, after: Price, from: number): Reached | null {
  const trigger = heap.peek()
  if (!trigger) return null
  const at = (from === 0 ? before : before + (after - before) * from) as Price
  if (heap.isReached(at)) {
    const first = heap.first(at) ?? trigger
    // Another trigger may have been met at this very place, a rounding before or after this one's price.
    const isExact = from > 0 && Math.abs((first.price - before) / (after - before) - from) <= SAME_PLACE
    return { trigger: first, price: isExact ? (first.price as Price) : at, isExact, pathFraction: from }
  }
  if (!heap.isReached(after)) return null
  const pathFraction = (trigger.price - before) / (after - before)
  return {
    trigger,
    price: trigger.price as Price,
    isExact: true,
    pathFraction: pathFraction < from ? from : pathFraction > 1 ? 1 : pathFraction,
  }
}

function earlier(a: Reached | null, b: Reached | null): Reached | null {
  if (!a) return b
  if (!b) return a
  const distance = a.pathFraction - b.pathFraction
  if (distance > SAME_PLACE) return b
  if (distance < -SAME_PLACE) return a
  return compareTriggers(a.trigger, b.trigger) <= 0 ? a : b
}

/** Places on a path that are nearer to each other than this differ by rounding only: one was found from the bid, one from the ask. */
export const SAME_PLACE = 1e-12
