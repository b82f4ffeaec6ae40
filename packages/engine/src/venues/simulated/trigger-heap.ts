import type { OpenPosition } from '../../account/open-position.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** Processing order on one tick: stops, limits, stop losses, take profits, trailing stops, moves of trailing stops. */
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
 * Triggers of one side and direction. `nearest` is the price that the market reaches first, so a tick costs one
 * comparison however many orders wait far away; inserting and removing costs a logarithm.
 */
export class TriggerHeap {
  /** 1 triggers when the price rises to it, -1 when it falls to it. */
  readonly direction: 1 | -1
  readonly #levels: Float64Array
  readonly #slot: number
  #items: Trigger[] = []
  #dead = 0

  /** Writes the nearest price to `levels[slot]`, which the price loops read. */
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

  /** Size including dropped triggers that are still in the heap. */
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

  /** Of all triggers that `price` has reached, the first one to process, regardless of distance. */
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

  /** Removes a trigger; it stays in the heap until it surfaces or dropped triggers outnumber active ones. */
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
