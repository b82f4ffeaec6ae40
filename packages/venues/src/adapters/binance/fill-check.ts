import { minus } from '@tradeloom/domain'
import type { VenueFill, VenueOrder } from '../../ports/order-gateway.ts'

const MAX_ORDERS = 10_000

/** Adds up the fills of each order, to notice when the venue has counted more than it has sent. */
export class FillCheck {
  readonly #filled = new Map<string, number>()

  /** Whether an earlier fill of the order is missing. */
  misses({ venueId, filled, status }: VenueOrder, fill: VenueFill | null): boolean {
    const known = this.#filled.get(venueId) ?? 0
    const isOver = status !== 'NEW' && status !== 'PARTIALLY_FILLED'
    if (isOver) this.#filled.delete(venueId)
    else this.#filled.set(venueId, Math.max(known, filled))
    // Orders that are forgotten are counted from zero, so at worst their fills are read once more.
    if (this.#filled.size > MAX_ORDERS) this.#filled.delete(this.#filled.keys().next().value as string)
    return minus(filled, known, fill?.quantity ?? 0) > 0
  }
}
