import type { Database } from '@tradeloom/database'
import { Client } from 'pg'

const RETRY_MS = 1_000
const CONNECT_MS = 5_000

interface DatabaseNewsOptions {
  readonly connection: Database['connection']
  readonly channel: string
  /** Called with the payload of each notification; null if some may have been missed. */
  readonly onNews: (payload: string | null) => void
}

/** Listens to notifications of the database, also after it was away. */
export class DatabaseNews {
  readonly #options: DatabaseNewsOptions
  #client: Client | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #connecting: Promise<void>

  constructor(options: DatabaseNewsOptions) {
    this.#options = options
    this.#connecting = this.#connect()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const { connection, channel, onNews } = this.#options
    const client = new Client({ ...connection, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onNews(payload ?? null))
    client.once('end', () => {
      if (this.#client === client) this.#client = null
      this.#retry()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#client = client
      // Nobody was listening until now.
      onNews(null)
    } catch {
      await client.end().catch(() => undefined)
      this.#retry()
    }
  }

  #retry(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    this.#timer = setTimeout(() => (this.#connecting = this.#connect()), RETRY_MS)
  }
}
