import { createHash, randomBytes } from 'node:crypto'
import type { NotificationChannel } from '@tradeloom/contracts'
import { type ChannelKind, type Drizzle, newId, schema } from '@tradeloom/database'
import { and, eq, gt, like, lt } from 'drizzle-orm'
import { conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { lockUser } from '../../platform/auth/lock-user.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import { sealSecret } from './channel-secret.ts'
import type { ChannelRow } from './notifications.repository.ts'
import { type ChannelRequest, recordChannel } from './record-channel.ts'
import type { Sender } from './sender.ts'
import { viewChannel } from './view-channel.ts'

const { notificationChannels } = schema

const MAX_CHANNELS = 20
/** A chat whose link was not opened yet: what follows is the hash of its token. */
const PENDING = 'pending:'
const LINK_MS = 3_600_000

export type NewChannel =
  | { readonly kind: 'push'; readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  | { readonly kind: 'webhook'; readonly name: string; readonly url: string }
  | { readonly kind: 'telegram' }

export interface AddedChannel {
  readonly channel: NotificationChannel | null
  readonly secret: string | null
  readonly link: string | null
}

export interface ChannelsParts {
  readonly db: Drizzle
  readonly envelopes: Envelopes
  readonly outbound: Outbound
  readonly senders: Readonly<Partial<Record<ChannelKind, Sender>>>
  readonly telegramBot: () => Promise<string | null>
  readonly url: string
  readonly now: () => number
}

/** Browsers, webhooks and chats of users. */
export class ChannelsService {
  readonly #parts: ChannelsParts

  constructor(parts: ChannelsParts) {
    this.#parts = parts
  }

  async add(who: ChannelRequest, wanted: NewChannel, browser: string): Promise<AddedChannel> {
    switch (wanted.kind) {
      case 'push': {
        const { endpoint, p256dh, auth } = wanted
        await this.#checkUrl(endpoint, 'endpoint', ['https:'])
        const channel = await this.#insert(
          who,
          { kind: 'push', name: browser, address: endpoint },
          JSON.stringify({ p256dh, auth }),
        )
        return { channel: viewChannel(channel), secret: null, link: null }
      }
      case 'webhook': {
        const { name, url } = wanted
        await this.#checkUrl(url, 'url', ['https:', 'http:'])
        const secret = `whs_${randomBytes(32).toString('base64url')}`
        const channel = await this.#insert(who, { kind: 'webhook', name, address: url }, secret)
        return { channel: viewChannel(channel), secret, link: null }
      }
      case 'telegram': {
        const bot = await this.#parts.telegramBot()
        if (bot === null) throw conflict('This installation has no bot on Telegram')
        const token = randomBytes(24).toString('base64url')
        await this.#insert(who, { kind: 'telegram', name: 'Telegram', address: pendingAddress(token) }, null)
        return { channel: null, secret: null, link: `https://t.me/${bot}?start=${token}` }
      }
    }
  }

  /** Somebody has opened the link of a chat. */
  async link(token: string, chat: { readonly id: string; readonly name: string }): Promise<boolean> {
    const { db, now } = this.#parts
    return db.transaction(async (tx) => {
      const [linked] = await tx
        .update(notificationChannels)
        .set({ address: chat.id, name: chat.name, disabledAt: null, createdAt: new Date(now()) })
        .where(
          and(
            eq(notificationChannels.address, pendingAddress(token)),
            gt(notificationChannels.createdAt, new Date(now() - LINK_MS)),
          ),
        )
        .returning()
      if (!linked) return false
      await recordChannel(tx, 'added', linked, null, now)
      return true
    })
  }

  async enable(who: ChannelRequest, id: string): Promise<NotificationChannel> {
    const { db, now } = this.#parts
    await this.#own(who.userId, id)
    const row = await db.transaction(async (tx) => {
      const [enabled] = await tx
        .update(notificationChannels)
        .set({ disabledAt: null, failingSince: null, problem: null, waitsUntil: null })
        .where(eq(notificationChannels.id, id))
        .returning()
      if (!enabled) throw notFound('Channel')
      await recordChannel(tx, 'enabled', enabled, who, now)
      return enabled
    })
    return viewChannel(row)
  }

  /** Sends something now; why it did not arrive, or null. */
  async test(who: ChannelRequest, id: string): Promise<string | null> {
    const { db, senders, url, now } = this.#parts
    const channel = await this.#own(who.userId, id)
    const sender = senders[channel.kind]
    if (!sender) return 'This installation does not use this channel any more'
    const result = await sender.send(channel, {
      id: newId(),
      kind: 'test',
      severity: 'info',
      subject: 'A test of Tradeloom',
      body: 'Your notifications arrive here.',
      url: `${url}/algorithms?settings=notifications`,
      at: new Date(now()).toISOString(),
      count: 1,
      dedupKey: 'test',
    })
    if (result.kind === 'sent') {
      const well = { usedAt: new Date(now()), failingSince: null, problem: null }
      await db.update(notificationChannels).set(well).where(eq(notificationChannels.id, id))
    }
    await recordChannel(db, 'tested', channel, who, now)
    return result.kind === 'sent' ? null : result.problem
  }

  async remove(who: ChannelRequest, id: string): Promise<void> {
    const { db, now } = this.#parts
    await this.#own(who.userId, id)
    await db.transaction(async (tx) => {
      const [removed] = await tx.delete(notificationChannels).where(eq(notificationChannels.id, id)).returning()
      if (removed) await recordChannel(tx, 'removed', removed, who, now)
    })
  }

  async #own(userId: string, id: string): Promise<ChannelRow> {
    const mine = and(eq(notificationChannels.id, id), eq(notificationChannels.userId, userId))
    const [row] = await this.#parts.db.select().from(notificationChannels).where(mine)
    if (!row || isPending(row)) throw notFound('Channel')
    return row
  }

  async #insert(
    who: ChannelRequest,
    channel: { readonly kind: ChannelRow['kind']; readonly name: string; readonly address: string },
    secret: string | null,
  ): Promise<ChannelRow> {
    const { db, envelopes, now } = this.#parts
    const { userId } = who
    const id = newId()
    const sealed = secret === null ? null : await sealSecret(envelopes, id, secret)
    return db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const own = eq(notificationChannels.userId, userId)
      const expired = and(
        like(notificationChannels.address, `${PENDING}%`),
        lt(notificationChannels.createdAt, new Date(now() - LINK_MS)),
      )
      await tx.delete(notificationChannels).where(and(own, expired))
      // A browser that another user has used before belongs to whoever uses it now.
      const isSame = and(eq(notificationChannels.kind, 'push'), eq(notificationChannels.address, channel.address))
      const replaced = channel.kind === 'push' ? await tx.delete(notificationChannels).where(isSame).returning() : []
      if ((await tx.$count(notificationChannels, own)) >= MAX_CHANNELS)
        throw conflict(`You have ${MAX_CHANNELS} channels. Please remove one before you add another`)
      const at = new Date(now())
      const disabledAt = channel.address.startsWith(PENDING) ? at : null
      const [row] = await tx
        .insert(notificationChannels)
        .values({ id, userId, ...channel, secret: sealed, createdAt: at, disabledAt })
        .returning()
      for (const one of replaced) await recordChannel(tx, 'removed', one, null, now)
      // A chat is added when its link is opened.
      if (row && !isPending(row)) await recordChannel(tx, 'added', row, who, now)
      return row as ChannelRow
    })
  }

  async #checkUrl(url: string, field: string, protocols: readonly string[]): Promise<void> {
    const parsed = URL.parse(url)
    if (!parsed || !protocols.includes(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
      throw invalid(`Please enter a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`, field)
    const problem = await this.#parts.outbound.problemOf(url)
    if (problem !== null) throw invalid(problem, field)
  }
}

export const isPending = ({ address }: Pick<ChannelRow, 'address'>): boolean => address.startsWith(PENDING)

function pendingAddress(token: string): string {
  return `${PENDING}${createHash('sha256').update(token).digest('hex')}`
}
