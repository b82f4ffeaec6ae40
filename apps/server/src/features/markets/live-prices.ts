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
  /** Of each instrument, watched or not: the state of its stream, and when that was last heard, monotonic. */
  readonly #heard = new Map<string, { readonly state: BusPrice['state']; readonly at: number }>()
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

  /** Milliseconds since the stream last said anything here; null if it never did. */
  age(instrumentId: string): number | null {
    const heard = this.#heard.get(instrumentId)
    return heard === undefined ? null : performance.now() - heard.at
  }

  /** Whether the price is shown as stale: nobody can trade on it then. One that was never heard here has an age only. */
  isSilent(instrumentId: string): boolean {
    const heard = this.#heard.get(instrumentId)
    if (!heard) return false
    return heard.state === 'stale' || heard.state === 'backoff' || performance.now() - heard.at >= SILENCE_MS
  }

  #take(price: BusPrice): void {
    this.#heard.set(price.instrumentId, { state: price.state, at: performance.now() })
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
