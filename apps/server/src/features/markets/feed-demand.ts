import type { Bus } from '@tradeloom/bus'
import type { ExtraFeed, FeedWanted } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'

const SUBJECT = 'feed.wanted'
const REPEAT_MS = 5_000
/** Three repetitions: one may be lost. */
const LASTS_MS = 16_000

/** The instruments that somebody wants prices of, here or in another server, each with what is wanted beside prices. */
export type Wanted = ReadonlyMap<string, readonly ExtraFeed[]>

interface Held {
  readonly message: Omit<FeedWanted, 'until'>
  count: number
}

/** Who wants the prices of which instruments: everybody says so on the bus, again and again. */
export class FeedDemand {
  readonly #bus: Bus
  readonly #now: () => number
  readonly #onChange: () => void
  readonly #wanted = new Map<string, FeedWanted>()
  /** What this server wants, by its name on the bus. */
  readonly #held = new Map<string, Held>()
  readonly #server = newId()
  readonly #stop: () => void

  constructor(bus: Bus, now: () => number, onChange: () => void) {
    this.#bus = bus
    this.#now = now
    this.#onChange = onChange
    const subscription = bus.subscribe(SUBJECT, ({ payload }) => this.#take(payload as FeedWanted))
    const timer = setInterval(() => this.#repeat(), REPEAT_MS)
    timer.unref()
    this.#stop = () => {
      clearInterval(timer)
      subscription.unsubscribe()
    }
  }

  stop(): void {
    this.#stop()
  }

  /** Wants the prices of an instrument until it is released. Counted: many may hold the same. */
  hold(instrumentId: string, extra?: ExtraFeed): { release(): void } {
    const key = `${this.#server} ${extra ?? 'price'} ${instrumentId}`
    const message = { instrumentId, by: `${this.#server} ${extra ?? 'price'}`, ...(extra ? { extra: [extra] } : {}) }
    const held = this.#held.get(key) ?? { message, count: 0 }
    this.#held.set(key, held)
    held.count++
    if (held.count === 1) this.#say(held, LASTS_MS)
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        held.count--
        if (held.count > 0) return
        this.#held.delete(key)
        this.#say(held, 0)
      },
    }
  }

  get wanted(): Wanted {
    const wanted = new Map<string, readonly ExtraFeed[]>()
    for (const [key, { instrumentId, until, extra = [] }] of this.#wanted) {
      if (until <= this.#now()) this.#wanted.delete(key)
      else wanted.set(instrumentId, [...new Set([...(wanted.get(instrumentId) ?? []), ...extra])].sort())
    }
    return wanted
  }

  #say({ message }: Held, lastsMs: number): void {
    const wanted: FeedWanted = { ...message, until: this.#now() + lastsMs }
    // Here at once, whatever becomes of the bus.
    this.#take(wanted)
    this.#bus.publish(SUBJECT, wanted)
  }

  #repeat(): void {
    for (const held of this.#held.values()) this.#say(held, LASTS_MS)
  }

  #take(wanted: FeedWanted): void {
    this.#wanted.set(`${wanted.by} ${wanted.instrumentId}`, wanted)
    this.#onChange()
  }
}
