import { type RefCallback, useCallback } from 'react'
import { KeyedStore } from './keyed-store.ts'

export interface LivePrice {
  /** UTC milliseconds. */
  readonly time: number
  readonly bid: number
  readonly ask: number
  /** What was known before the stream began: to be shown, not to be traded on. */
  readonly isCached: boolean
}

/** The newest price by key: an instrument, or a run in progress. */
export class PriceStore<Price extends LivePrice = LivePrice> {
  readonly #prices: KeyedStore<Price>
  /** Keys with a price of the stream; the store itself lags behind by a frame. */
  readonly #live = new Set<string>()

  constructor(prices = new KeyedStore<Price>()) {
    this.#prices = prices
  }

  /** A cached price never takes the place of a live one. */
  set(key: string, price: Price): void {
    if (price.isCached && this.#live.has(key)) return
    if (!price.isCached) this.#live.add(key)
    this.#prices.set(key, price)
  }

  get(key: string): Price | undefined {
    return this.#prices.get(key)
  }

  delete(key: string): void {
    this.#live.delete(key)
    this.#prices.delete(key)
  }

  subscribe(key: string, listener: () => void): () => void {
    return this.#prices.subscribe(key, listener)
  }
}

/**
 * A ref whose element is written with each new price, at most once in a frame and without rendering. Keep the identity of
 * `write` while nothing changes.
 */
export function usePriceRef<Target extends Element, Price extends LivePrice>(
  store: PriceStore<Price>,
  key: string,
  write: (element: Target, price: Price) => void,
): RefCallback<Target> {
  return useCallback(
    (element: Target) => {
      const update = (): void => {
        const price = store.get(key)
        if (price !== undefined) write(element, price)
      }
      update()
      return store.subscribe(key, update)
    },
    [store, key, write],
  )
}
