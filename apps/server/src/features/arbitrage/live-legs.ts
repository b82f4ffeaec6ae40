import type { OrderBook } from '@tradeloom/book'
import type { BusPrice } from '@tradeloom/contracts'

/** What others hold of live markets: prices and books come while they are wanted. */
export interface LiveLegs {
  readonly demand: { hold(instrumentId: string, extra?: 'book'): Lease }
  readonly prices: {
    watch(instrumentId: string, listener: (price: BusPrice) => void): Lease
    newest(instrumentId: string): BusPrice | null
    /** Milliseconds since its stream last said anything; null if it never did. */
    age(instrumentId: string): number | null
  }
  readonly books: {
    hold(instrumentId: string): Lease
    /** Null while it is not known, or may be out of date. */
    current(instrumentId: string): { readonly book: OrderBook; readonly sequence: number; readonly age: number } | null
  }
}

export interface Lease {
  release(): void
}

/** Wants the prices of a market, and its book, until it is released. */
export function holdLeg({ demand, prices, books }: LiveLegs, instrumentId: string, hasBook: boolean): Lease {
  const leases = [demand.hold(instrumentId), prices.watch(instrumentId, () => {})]
  if (hasBook) leases.push(demand.hold(instrumentId, 'book'), books.hold(instrumentId))
  return { release: () => leases.forEach((lease) => lease.release()) }
}

/** Whether orders would meet the price: its stream is received, and the market is open. */
export function isPriceLive(price: BusPrice | null): price is BusPrice {
  return price !== null && price.isOpen && (price.state === 'live' || price.state === 'quiet')
}
