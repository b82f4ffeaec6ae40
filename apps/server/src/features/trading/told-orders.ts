import type { TradingOrder } from '@tradeloom/contracts'

/** An order is told once to each user for what is shown of it: its way to the venue has more steps than that. */
export class ToldOrders {
  /** Active ones as they were told last. */
  readonly #active = new Map<string, string>()

  isNews(userId: string, order: TradingOrder): boolean {
    const { status } = order
    const id = `${userId} ${order.id}`
    const text = JSON.stringify({ ...order, time: 0 })
    if (this.#active.get(id) === text) return false
    if (status === 'NEW' || status === 'PARTIALLY_FILLED' || status === 'UNKNOWN') this.#active.set(id, text)
    else this.#active.delete(id)
    return true
  }
}
