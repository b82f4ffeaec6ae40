import type { ServerEvent } from '@tradeloom/contracts'
import type { Topic, TopicLease } from '../../platform/realtime/topic.ts'

type Publish = Parameters<NonNullable<Topic['open']>>[1]

/** What is worth more or less as prices move, of one user. */
export interface MovingValue {
  readonly key: string
  readonly event: ServerEvent
}

/** Reads again, while somebody looks, what changes with prices alone, for the users who looked. */
export class LiveValues {
  readonly #users = new Set<string>()
  readonly #everyMs: number
  readonly #read: (userId: string) => Promise<readonly MovingValue[]>
  #isReading = false

  constructor(everyMs: number, read: (userId: string) => Promise<readonly MovingValue[]>) {
    this.#everyMs = everyMs
    this.#read = read
  }

  /** The user has subscribed. */
  follow(userId: string): void {
    this.#users.add(userId)
  }

  open(publish: Publish): TopicLease {
    const timer = setInterval(() => void this.#publishAll(publish), this.#everyMs)
    return {
      release: () => {
        clearInterval(timer)
        this.#users.clear()
      },
    }
  }

  async #publishAll(publish: Publish): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      for (const audience of this.#users) {
        for (const { key, event } of await this.#read(audience)) publish({ audience, key, event, isCoalesced: true })
      }
    } catch {
      // The database is away: the next time will do.
    } finally {
      this.#isReading = false
    }
  }
}
