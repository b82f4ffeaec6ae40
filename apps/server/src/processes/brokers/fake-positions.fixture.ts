import type { AccountModel } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import type { VenueFill, VenuePosition } from '@tradeloom/venues'

type Order = Pick<PlacePayload, 'instrumentId' | 'side' | 'closes'>

/** What a venue in memory has open for an account. It shares no code with the books. */
export class FakePositions {
  readonly model: AccountModel
  open: VenuePosition[] = []
  #trades = 0

  constructor(model: AccountModel) {
    this.model = model
  }

  /** Why the venue refuses an order; null if it does not. */
  problem({ instrumentId, side, closes, reduceOnly }: Order & Pick<PlacePayload, 'reduceOnly'>): string | null {
    const opposite = side === 'BUY' ? 'SHORT' : 'LONG'
    if (this.model === 'spot') return null
    if (closes !== undefined) return this.open.some(({ id }) => id === closes) ? null : 'There is no such trade.'
    const canReduce = this.open.some((one) => one.instrumentId === instrumentId && one.direction === opposite)
    return this.model === 'netting' && reduceOnly && !canReduce ? 'ReduceOnly Order is rejected.' : null
  }

  /** Executes a part of an order. */
  execute({ instrumentId, side, closes }: Order, quantity: number, price: number): VenueFill['position'] {
    const direction = side === 'BUY' ? 'LONG' : 'SHORT'
    if (this.model === 'spot') return undefined
    if (this.model === 'hedging' && closes === undefined) {
      const id = `trade ${++this.#trades}`
      this.#put({ id, instrumentId, direction, quantity, openPrice: price })
      return { id, isOpening: true }
    }
    const held = this.open.find((one) => (closes === undefined ? one.instrumentId === instrumentId : one.id === closes))
    if (!held) this.#put({ id: instrumentId, instrumentId, direction, quantity, openPrice: price })
    else if (held.direction === direction) {
      const sum = held.quantity + quantity
      const openPrice = (held.openPrice * held.quantity + price * quantity) / sum
      this.#put({ ...held, quantity: sum, openPrice })
    } else if (quantity <= held.quantity || closes !== undefined)
      this.#put({ ...held, quantity: Math.max(0, held.quantity - quantity) })
    else this.#put({ ...held, direction, quantity: quantity - held.quantity, openPrice: price })
    return closes === undefined ? undefined : { id: closes, isOpening: false }
  }

  #put(position: Omit<VenuePosition, 'margin' | 'liquidationPrice'>): void {
    const others = this.open.filter(({ id }) => id !== position.id)
    const stated = { ...position, margin: position.quantity, liquidationPrice: null }
    this.open = position.quantity === 0 ? others : [...others, stated]
  }
}
