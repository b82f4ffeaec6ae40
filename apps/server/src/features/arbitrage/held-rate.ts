import { type ConversionPath, rateOfPath } from '@tradeloom/book'
import { holdLeg, isPriceLive, type Lease, type LiveLegs } from './live-legs.ts'

export interface FoundRate<Way> {
  readonly way: Way
  readonly rate: number
  /** Of its oldest price; 0 where nothing has to be converted. */
  readonly age: number
}

/** Follows the prices of several ways to convert money, and uses the first one whose prices are all live. */
export class HeldRate<Way extends { readonly path: ConversionPath }> implements Lease {
  readonly #legs: LiveLegs
  readonly #ways: readonly Way[]
  readonly #leases: readonly Lease[]

  constructor(legs: LiveLegs, ways: readonly Way[]) {
    this.#legs = legs
    this.#ways = ways
    const ids = new Set(ways.flatMap(({ path }) => path.map(({ instrumentId }) => instrumentId)))
    this.#leases = [...ids].map((id) => holdLeg(legs, id, false))
  }

  /** Null while no way has live prices: an old rate is none. */
  best(): FoundRate<Way> | null {
    const { prices } = this.#legs
    for (const way of this.#ways) {
      const rate = rateOfPath(way.path, (id) => {
        const price = prices.newest(id)
        return isPriceLive(price) ? price : null
      })
      if (rate === null) continue
      const age = Math.max(0, ...way.path.map(({ instrumentId }) => prices.age(instrumentId) ?? Infinity))
      return { way, rate, age }
    }
    return null
  }

  release(): void {
    for (const lease of this.#leases) lease.release()
  }
}
