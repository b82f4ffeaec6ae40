import type { AddedChannelKind } from '@tradeloom/contracts'
import { notificationKind, type Transaction } from '@tradeloom/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from '../outbox/mail.ts'
import type { Due, DeliveryStore } from './delivery-store.ts'
import { messageOf } from './message.ts'
import { notificationMail } from './notification-mail.ts'
import { quietHoursOf } from './notifications.service.ts'
import { quietUntil } from './quiet-until.ts'
import type { Sender } from './sender.ts'

const CLEAR_EVERY_MS = 3_600_000
/** What became due while nobody listened. */
const LOOK_EVERY_MS = 15_000
/** Lines at the same time. */
const MAX_LINES = 100
/** Mail that is not critical comes at most that often; what has come meanwhile is in one mail. */
const MAIL_EVERY_MS = 5 * 60_000

export interface DelivererParts {
  readonly store: DeliveryStore
  /** Null: this installation does not have that kind of channel. */
  readonly senderOf: (kind: AddedChannelKind) => Sender | null
  readonly transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  /** Null: this installation sends no mail. */
  readonly postIn: ((tx: Transaction, mail: Mail) => Promise<void>) | null
  /** How browsers reach the server. */
  readonly url: string
  readonly now: () => number
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Brings notifications to the channels that their users have chosen. */
export class Deliverer {
  readonly #parts: DelivererParts
  #timer: NodeJS.Timeout | undefined
  #clearing: NodeJS.Timeout | undefined
  #working: Promise<void> | null = null
  /** What is being sent, by channel, and by user for mail. */
  readonly #lines = new Map<string, Promise<void>>()
  #isWanted = false
  #isStopped = false

  constructor(parts: DelivererParts) {
    this.#parts = parts
  }

  start(): void {
    const clear = (): void => void this.#safely(this.#parts.store.clearOld())
    clear()
    this.#clearing = setInterval(clear, CLEAR_EVERY_MS)
    this.look()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#clearing)
    await this.#working
    await Promise.all(this.#lines.values())
  }

  /** There may be something to deliver. */
  look(): void {
    this.#isWanted = true
    if (this.#working || this.#isStopped) return
    clearTimeout(this.#timer)
    this.#working = this.#safely(this.#work()).finally(() => {
      this.#working = null
      if (this.#isWanted) this.look()
    })
  }

  async #work(): Promise<void> {
    const { store, now } = this.#parts
    let wait = LOOK_EVERY_MS
    try {
      this.#isWanted = false
      let due: readonly Due[]
      do {
        due = await store.take([...this.#lines.keys()])
        // What was taken is also delivered: nobody else does soon.
        await this.#deliver(due)
      } while (due.length > 0 && this.#lines.size < MAX_LINES && !this.#isStopped)
      const nextAt = await store.nextAt([...this.#lines.keys()])
      // A line that ends looks by itself.
      if (nextAt !== null) wait = Math.max(100, Math.min(wait, nextAt - now()))
    } finally {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.look(), wait)
    }
  }

  async #deliver(due: readonly Due[]): Promise<void> {
    const ready: Due[] = []
    for (const one of due) if (!(await this.#isHeld(one))) ready.push(one)
    const lines = Map.groupBy(ready, ({ channel, notification }) => channel?.id ?? notification.userId)
    for (const [key, line] of lines) {
      const delivered = this.#safely(this.#deliverLine(line)).finally(() => {
        this.#lines.delete(key)
        this.look()
      })
      this.#lines.set(key, delivered)
    }
  }

  /** One after the other: a channel gets what has happened in its order. Nobody waits for the line of another. */
  async #deliverLine(line: readonly Due[]): Promise<void> {
    if (line[0]?.channel === null) return this.#mail(line)
    for (const [index, one] of line.entries()) {
      if ((await this.#send(one)) && !this.#isStopped) continue
      const rest = line.slice(index + 1).map(({ delivery }) => delivery.id)
      return this.#parts.store.later(rest, this.#parts.now())
    }
  }

  async #isHeld({ delivery, notification, preferences }: Due): Promise<boolean> {
    const isPunctual = notificationKind(notification.kind)?.isPunctual ?? false
    if (notification.severity === 'critical' || isPunctual || preferences === null) return false
    const quiet = quietHoursOf(preferences)
    const until = quiet && quietUntil(quiet, this.#parts.now())
    if (until === null) return false
    await this.#parts.store.later([delivery.id], until)
    return true
  }

  async #mail(line: readonly Due[]): Promise<void> {
    const { store, postIn, transaction, now, url } = this.#parts
    const ids = line.map(({ delivery }) => delivery.id)
    const [first] = line
    // The address may have changed since.
    if (!first || postIn === null || !first.user.isConfirmed) return store.end(ids, 'dropped')
    if (line.every(({ notification }) => notification.severity !== 'critical')) {
      const next = (await store.lastMail(first.notification.userId)) + MAIL_EVERY_MS
      if (next > now()) return store.later(ids, next)
    }
    const messages = line.map(({ notification, preferences }) =>
      messageOf(notification, { sendsAmounts: preferences?.sendsAmounts ?? false }, url),
    )
    await transaction(async (tx) => {
      await store.end(ids, 'sent', tx)
      await postIn(tx, notificationMail(first.user, messages, url))
    })
  }

  /** False if nothing else should be sent there now. */
  async #send(due: Due): Promise<boolean> {
    const { store, senderOf, url, logger } = this.#parts
    const { delivery, notification, channel, preferences } = due
    if (channel === null) return false
    const sender = senderOf(channel.kind)
    if (!sender || channel.disabledAt !== null) {
      await store.end([delivery.id], 'dropped')
      return true
    }
    const message = messageOf(notification, { sendsAmounts: preferences?.sendsAmounts ?? false }, url)
    const result = await sender.send(channel, message)
    if (result.kind !== 'sent')
      logger.warn({ channel: channel.id, problem: result.problem }, 'a notification has not arrived')
    switch (result.kind) {
      case 'sent':
        await store.arrived(delivery.id, channel)
        return true
      case 'gone':
        await store.remove(channel)
        return false
      case 'wait':
        await store.pause(delivery.id, channel, result.ms)
        return false
      case 'failed': {
        const pauseMs = sender.pausesMs[delivery.tries] ?? null
        await store.failed({ delivery, channel }, result.problem, { pauseMs, givesUpMs: sender.givesUpMs })
        return false
      }
    }
  }

  /** What fails stays due, and is tried again. */
  async #safely(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'notifications could not be delivered; they are tried again')
    }
  }
}
