import { type Drizzle, notify } from '@tradeloom/database'

const AWAY_MS = 60_000

export interface WatchedConnection {
  readonly id: string
  readonly userId: string
  readonly venue: string
  /** Null while it was not tried yet, or another server has it. */
  readonly isConnected: boolean | null
}

/** Tells users of venues that were away for a minute: short interruptions are usual. */
export class AwayNews {
  readonly #db: Drizzle
  readonly #now: () => number
  readonly #since = new Map<string, { readonly at: number; isTold: boolean }>()

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async look(connections: readonly WatchedConnection[]): Promise<void> {
    const ids = new Set(connections.map(({ id }) => id))
    for (const id of this.#since.keys()) if (!ids.has(id)) this.#since.delete(id)
    for (const one of connections) await this.#lookAt(one)
  }

  async #lookAt({ id, userId, venue, isConnected }: WatchedConnection): Promise<void> {
    if (isConnected !== false) {
      this.#since.delete(id)
      return
    }
    const away = this.#since.get(id) ?? { at: this.#now(), isTold: false }
    this.#since.set(id, away)
    if (away.isTold || this.#now() - away.at < AWAY_MS) return
    await this.#db.transaction((tx) =>
      notify(tx, userId, {
        kind: 'broker-away',
        subject: `${venue} has been disconnected for over a minute`,
        body: 'Orders are neither sent nor changed there until it is back. Stops that it holds itself still work.',
        object: 'settings:exchange-api-keys',
        dedupKey: `${id}:${away.at}`,
      }),
    )
    away.isTold = true
  }
}
