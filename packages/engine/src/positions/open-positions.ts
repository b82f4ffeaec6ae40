import type { OpenPosition } from './open-position.ts'

/** Up to this many, walking along the list is faster than a map. */
const FEW = 16

/**
 * The open positions of one market, oldest first. Most scripts hold one or two at a time: a list through the positions
 * themselves takes a few steps to change, while a `Map` that becomes empty releases its memory each time. With more of
 * them, a map finds them by id.
 */
export class OpenPositions {
  first: OpenPosition | null = null
  size = 0
  #last: OpenPosition | null = null
  #byId: Map<number, OpenPosition> | null = null

  add(position: OpenPosition): void {
    const last = this.#last
    position.previous = last
    position.next = null
    if (last === null) this.first = position
    else last.next = position
    this.#last = position
    this.size += 1
    if (this.#byId !== null) this.#byId.set(position.id, position)
    else if (this.size > FEW) this.#byId = new Map(Array.from(this.values(), (one) => [one.id, one]))
  }

  /** A removed position still leads to the next one, for loops that are at it. */
  remove(position: OpenPosition): void {
    const { previous, next } = position
    if (previous === null) this.first = next
    else previous.next = next
    if (next === null) this.#last = previous
    else next.previous = previous
    position.previous = null
    this.size -= 1
    if (this.#byId !== null) this.#byId.delete(position.id)
  }

  get(id: number): OpenPosition | undefined {
    if (this.#byId !== null) return this.#byId.get(id)
    for (let position = this.first; position !== null; position = position.next) {
      if (position.id === id) return position
    }
    return undefined
  }

  /** Positions may be added and removed meanwhile, as with a `Map`. */
  *values(): Generator<OpenPosition, void, undefined> {
    for (let position = this.first; position !== null; position = position.next) if (position.isOpen) yield position
  }
}
