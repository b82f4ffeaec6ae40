import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@tradeloom/database'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import type { Telegram } from './telegram.ts'

/** The lock of the one server that asks for news. */
const LOCK = 7_236_041
const RETRY_MS = 5_000
/** Of a bot that does not answer, such as one whose token was revoked. */
const MAX_RETRY_MS = 5 * 60_000

export interface TelegramPollerParts {
  readonly telegram: Telegram
  readonly connection: Database['connection']
  /** Links a chat by the token of a link; false if there is none such. */
  readonly link: (token: string, chat: { readonly id: string; readonly name: string }) => Promise<boolean>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Hears what people write to the bot: `/start <token>` links their chat. One server asks, under a lock. */
export class TelegramPoller {
  readonly #parts: TelegramPollerParts
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  #offset = 0
  /** How often it was answered. */
  #asked = 0

  constructor(parts: TelegramPollerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let pauseMs = RETRY_MS
    while (!signal.aborted) {
      const asked = this.#asked
      await this.#underLock().catch((error: unknown) => {
        if (!signal.aborted) this.#parts.logger.warn({ err: error }, 'news of Telegram')
        pauseMs = this.#asked > asked ? RETRY_MS : Math.min(pauseMs * 2, MAX_RETRY_MS)
      })
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Asks until the lock is lost. Returns at once if another server has it. */
  async #underLock(): Promise<void> {
    const { signal } = this.#closing
    const client = new Client({ ...this.#parts.connection, keepAlive: true })
    const lost = new AbortController()
    client.on('error', () => lost.abort())
    client.once('end', () => lost.abort())
    try {
      await client.connect()
      const { rows } = await client.query<{ has: boolean }>('select pg_try_advisory_lock($1) as has', [LOCK])
      if (rows[0]?.has !== true) return
      const either = AbortSignal.any([signal, lost.signal])
      while (!either.aborted) await this.#ask(either)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { telegram, link } = this.#parts
    const updates = await telegram.updates(this.#offset, signal)
    this.#asked += 1
    for (const { update_id: id, message } of updates) {
      const token = /^\/start ([A-Za-z0-9_-]{20,64})$/.exec(message?.text ?? '')?.[1]
      if (!message || token === undefined) {
        this.#offset = id + 1
        continue
      }
      const chat = String(message.chat.id)
      const name = message.chat.title ?? message.chat.username ?? 'Chat'
      const isLinked = await link(token, { id: chat, name })
      this.#offset = id + 1
      const text = isLinked
        ? 'This chat gets your notifications of Tradeloom from now on.'
        : 'This link has expired. Make a new one in the settings of Tradeloom.'
      await telegram.send(chat, text)
    }
  }
}
