import type { OpenPosition } from '../../account/open-position.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** Order of processing on one tick: stops, limits, stop losses, take profits, trailing stops, their moving on. */
export const RANK = { stop: 0, limit: 1, stopLoss: 2, takeProfit: 3, trailingStop: 4, better: 5 } as const

/** A price that triggers an order or closes a position. */
export interface Trigger {
  readonly price: number
  readonly rank: number
  readonly id: number
  readonly order: WorkingOrder | null
  readonly position: OpenPosition | null
  readonly heap: TriggerHeap
  alive: boolean
}

/**
 * Triggers of one side and direction. `nearest` is the price that the market reaches first, so that a tick costs one
 * comparison however many orders wait far away; putting in and taking out costs a logarithm.
 */
export class TriggerHeap {
  /** 1: goes off when the price rises to it; -1: when it falls to it. */
  readonly direction: 1 | -1
  readonly #levels: Float64Array
  readonly #slot: number
  #items: Trigger[] = []
  #dead = 0

  /** Writes the price that is reached first into `levels[slot]`, where the loop over prices looks. */
  constructor(direction: 1 | -1, levels: Float64Array, slot: number) {
    this.direction = direction
    this.#levels = levels
    this.#slot = slot
    levels[slot] = direction * Infinity
  }

  get nearest(): number {
    return this.#levels[this.#slot] as number
  }

  get size(): number {
    return this.#items.length - this.#dead
  }

  /** Dropped triggers that are still carried included. */
  get weight(): number {
    return this.#items.length
  }

  isReached(price: number): boolean {
    return this.direction === 1 ? price >= this.nearest : price <= this.nearest
  }

  push(trigger: Trigger): void {
    const items = this.#items
    items.push(trigger)
    this.#up(items.length - 1)
    this.#levels[this.#slot] = (items[0] as Trigger).price
  }

  peek(): Trigger | null {
    return this.#items[0] ?? null
  }

  /** Of all triggers that `price` has reached, the one to process first, regardless of distance. */
  first(price: number): Trigger | null {
    const items = this.#items
    let first: Trigger | null = null
    const open = [0]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const item = items[at]
      if (!item || (this.direction === 1 ? price < item.price : price > item.price)) continue
      if (item.alive && (!first || compareTriggers(item, first) < 0)) first = item
      open.push(2 * at + 1, 2 * at + 2)
    }
    return first
  }

  pop(): Trigger | null {
    const top = this.#items[0] ?? null
    if (top) {
      this.#removeTop()
      this.#clean()
    }
    return top
  }

  /** Takes a trigger out; it stays in the heap as dead weight until it surfaces or the dead outnumber the living. */
  drop(trigger: { alive: boolean }): void {
    if (!trigger.alive) return
    trigger.alive = false
    this.#dead += 1
    if (this.#dead > 32 && this.#dead * 2 > this.#items.length) {
      const living = this.#items.filter((item) => item.alive)
      this.#items = []
      this.#dead = 0
      for (const item of living) this.push(item)
    }
    this.#clean()
  }

  #clean(): void {
    while (this.#items.length > 0 && !(this.#items[0] as Trigger).alive) {
      this.#removeTop()
      this.#dead -= 1
    }
    this.#levels[this.#slot] = this.#items[0]?.price ?? this.direction * Infinity
  }

  #removeTop(): void {
    const last = this.#items.pop() as Trigger
    if (this.#items.length === 0) return
    this.#items[0] = last
    this.#down(0)
  }

  #before(a: Trigger, b: Trigger): boolean {
    if (a.price !== b.price) return this.direction === 1 ? a.price < b.price : a.price > b.price
    return compareTriggers(a, b) < 0
  }

  #up(at: number): void {
    const items = this.#items
    const item = items[at] as Trigger
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#before(item, items[parent] as Trigger)) break
      items[at] = items[parent] as Trigger
      at = parent
    }
    items[at] = item
  }

  #down(at: number): void {
    const items = this.#items
    const item = items[at] as Trigger
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#before(items[child + 1] as Trigger, items[child] as Trigger)) child += 1
      if (!this.#before(items[child] as Trigger, item)) break
      items[at] = items[child] as Trigger
      at = child
    }
    items[at] = item
  }
}

export function compareTriggers(a: Trigger, b: Trigger): number {
  return a.rank - b.rank || a.id - b.id
}
