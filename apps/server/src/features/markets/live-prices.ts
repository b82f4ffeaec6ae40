import type { Bus } from '@tradeloom/bus'
import type { BusPrice } from '@tradeloom/contracts'

/** Streams say something each second: silence of that long means that nobody receives them. */
const SILENCE_MS = 2_500

type Listener = (price: BusPrice) => void

interface Watched {
  readonly listeners: Set<Listener>
  price: BusPrice | null
  timer: NodeJS.Timeout | undefined
}

/** The newest price of each instrument that is watched here; `stale` as soon as its stream is silent. */
export class LivePrices {
  readonly #watched = new Map<string, Watched>()
  readonly #stop: () => void

  constructor(bus: Bus) {
    const subscription = bus.subscribe('price.*', ({ payload }) => this.#take(payload as BusPrice))
    this.#stop = () => subscription.unsubscribe()
  }

  stop(): void {
    this.#stop()
    for (const { timer } of this.#watched.values()) clearTimeout(timer)
    this.#watched.clear()
  }

  /** Calls the listener with each price, at once if there is one, and when the stream has fallen silent. */
  watch(instrumentId: string, listener: Listener): { release(): void } {
    const watched = this.#watched.get(instrumentId) ?? { listeners: new Set(), price: null, timer: undefined }
    this.#watched.set(instrumentId, watched)
    watched.listeners.add(listener)
    if (watched.price) listener(watched.price)
    return {
      release: () => {
        watched.listeners.delete(listener)
        if (watched.listeners.size > 0 || this.#watched.get(instrumentId) !== watched) return
        clearTimeout(watched.timer)
        this.#watched.delete(instrumentId)
      },
    }
  }

  /** The newest price; null if nobody watches the instrument, or none has come yet. */
  newest(instrumentId: string): BusPrice | null {
    return this.#watched.get(instrumentId)?.price ?? null
  }

  #take(price: BusPrice): void {
    const watched = this.#watched.get(price.instrumentId)
    if (!watched) return
    clearTimeout(watched.timer)
    watched.timer = setTimeout(() => {
      if (watched.price) this.#tell(watched, { ...watched.price, state: 'stale' })
    }, SILENCE_MS)
    watched.timer.unref()
    this.#tell(watched, price)
  }

  #tell(watched: Watched, price: BusPrice): void {
    watched.price = price
    for (const listener of watched.listeners) listener(price)
  }
}
