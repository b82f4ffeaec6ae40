import type { OpenPosition } from '../../positions/open-position.ts'
import type { TriggerHandle } from '../../positions/trigger-handle.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'

/** Processing order on one tick: stops, limits, stop losses, take profits, trailing stops, moves of trailing stops. */
export const RANK = { stop: 0, limit: 1, stopLoss: 2, takeProfit: 3, trailingStop: 4, better: 5 } as const

/** A price that triggers an order or closes a position. */
export class Trigger implements TriggerHandle {
  price: number
  readonly rank: number
  readonly id: number
  readonly order: WorkingOrder | null
  readonly position: OpenPosition | null
  readonly heap: TriggerHeap
  /** Its place in the heap; -1 if it is not in it. */
  place = -1

  constructor(
    heap: TriggerHeap,
    price: number,
    rank: number,
    id: number,
    order: WorkingOrder | null,
    position: OpenPosition | null,
  ) {
    this.heap = heap
    this.price = price
    this.rank = rank
    this.id = id
    this.order = order
    this.position = position
  }

  withdraw(): void {
    this.heap.drop(this)
  }

  /** Moves it to another price, or registers it there again after it has fired. */
  moveTo(price: number): void {
    this.price = price
    if (this.place < 0) this.heap.push(this)
    else this.heap.settle(this)
  }
}

/**
 * Triggers of one side and direction. `nearest` is the price that the market reaches first, so a tick costs one
 * comparison however many orders wait far away; inserting, moving and removing cost a logarithm.
 */
export class TriggerHeap {
  /** 1 triggers when the price rises to it, -1 when it falls to it. */
  readonly direction: 1 | -1
  readonly #levels: Float64Array
  readonly #slot: number
  readonly #items: Trigger[] = []

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
    return this.#items.length
  }

  isReached(price: number): boolean {
    return this.direction === 1 ? price >= this.nearest : price <= this.nearest
  }

  push(trigger: Trigger): void {
    const items = this.#items
    trigger.place = items.length
    items.push(trigger)
    this.#up(trigger.place)
    this.#writeNearest()
  }

  peek(): Trigger | null {
    return this.#items[0] ?? null
  }

  /** Of all triggers that `price` has reached, the first one to process, regardless of distance. */
  first(price: number): Trigger | null {
    let first: Trigger | null = null
    for (const item of this.reached(price)) if (!first || compareTriggers(item, first) < 0) first = item
    return first
  }

  /** Passes all triggers that `price` has reached, in no order. */
  *reached(price: number): Generator<Trigger, void, undefined> {
    const open = [0]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const item = this.#items[at]
      if (!item || !this.#reaches(price, item)) continue
      yield item
      open.push(2 * at + 1, 2 * at + 2)
    }
  }

  /** Every trigger, in no order. */
  all(): readonly Trigger[] {
    return this.#items
  }

  /** Whether `price` reaches the nearest trigger and no other one. */
  reachesOne(price: number): boolean {
    const [first, second, third] = this.#items
    if (first === undefined || !this.#reaches(price, first)) return false
    return !(second && this.#reaches(price, second)) && !(third && this.#reaches(price, third))
  }

  pop(): Trigger | null {
    const top = this.#items[0] ?? null
    if (top) this.drop(top)
    return top
  }

  drop(trigger: Trigger): void {
    const at = trigger.place
    if (at < 0) return
    trigger.place = -1
    const items = this.#items
    const last = items.pop() as Trigger
    if (last !== trigger) {
      items[at] = last
      last.place = at
      this.settle(last)
    } else this.#writeNearest()
  }

  /** Restores the order after the price or the place of a trigger has changed. */
  settle(trigger: Trigger): void {
    this.#up(trigger.place)
    this.#down(trigger.place)
    this.#writeNearest()
  }

  #writeNearest(): void {
    const [first] = this.#items
    this.#levels[this.#slot] = first === undefined ? this.direction * Infinity : first.price
  }

  #reaches(price: number, item: Trigger): boolean {
    return this.direction === 1 ? price >= item.price : price <= item.price
  }

  #before(a: Trigger, b: Trigger): boolean {
    if (a.price !== b.price) return this.direction === 1 ? a.price < b.price : a.price > b.price
    return compareTriggers(a, b) < 0
  }

  #up(from: number): void {
    const items = this.#items
    const item = items[from] as Trigger
    let at = from
    while (at > 0) {
      const parent = items[(at - 1) >> 1] as Trigger
      if (!this.#before(item, parent)) break
      items[at] = parent
      parent.place = at
      at = (at - 1) >> 1
    }
    items[at] = item
    item.place = at
  }

  #down(from: number): void {
    const items = this.#items
    const item = items[from] as Trigger
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#before(items[child + 1] as Trigger, items[child] as Trigger)) child += 1
      const nearer = items[child] as Trigger
      if (!this.#before(nearer, item)) break
      items[at] = nearer
      nearer.place = at
      at = child
    }
    items[at] = item
    item.place = at
  }
}

export function compareTriggers(a: Trigger, b: Trigger): number {
  return a.rank - b.rank || a.id - b.id
}
