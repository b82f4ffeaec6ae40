import type { NotificationChannel } from '@tradeloom/contracts'
import { type Drizzle, newId, schema } from '@tradeloom/database'
import { and, eq, gt, like, lt } from 'drizzle-orm'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import { lockUser } from '../../platform/auth/lock-user.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import { sealSecret } from './channel-secret.ts'
import { CHANNELS } from './channels.generated.ts'
import type { AddedKind, Addition, OpenChannel, Wanted } from './channels/channel.ts'
import { isPending, PENDING, pendingAddress } from './channels/pending-address.ts'
import type { ChannelRow } from './notifications.repository.ts'
import type { OpenChannels } from './open-channels.ts'
import { type ChannelRequest, recordChannel } from './record-channel.ts'
import { viewChannel } from './view-channel.ts'

const { notificationChannels } = schema

const MAX_CHANNELS = 20
const LINK_MS = 3_600_000

export interface AddedChannel {
  readonly channel: NotificationChannel | null
  readonly secret: string | null
  readonly link: string | null
}

export interface ChannelsParts {
  readonly db: Drizzle
  readonly envelopes: Envelopes
  readonly channels: OpenChannels
  readonly url: string
  readonly now: () => number
}

/** Browsers, webhooks and chats of users. */
export class ChannelsService {
  readonly #parts: ChannelsParts

  constructor(parts: ChannelsParts) {
    this.#parts = parts
  }

  async add(who: ChannelRequest, wanted: Wanted, browser: string): Promise<AddedChannel> {
    const { kind } = wanted
    const channel = this.#parts.channels[kind] as OpenChannel<AddedKind>
    const addition = await channel.add(wanted, browser)
    const row = await this.#insert(who, kind, addition)
    return { channel: isPending(row) ? null : viewChannel(row), secret: null, link: null, ...addition.shown }
  }

  /** Someone has opened the link of a chat. */
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
    const { db, channels, url, now } = this.#parts
    const channel = await this.#own(who.userId, id)
    const { sender } = channels[channel.kind]
    if (!sender) return 'This installation no longer uses this channel'
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

  async #insert(who: ChannelRequest, kind: AddedKind, { name, address, secret }: Addition): Promise<ChannelRow> {
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
      const isSame = and(eq(notificationChannels.kind, kind), eq(notificationChannels.address, address))
      const replaced = CHANNELS[kind].isTakenOver ? await tx.delete(notificationChannels).where(isSame).returning() : []
      if ((await tx.$count(notificationChannels, own)) >= MAX_CHANNELS)
        throw conflict(`You have ${MAX_CHANNELS} channels. Please remove one before you add another`)
      const at = new Date(now())
      const disabledAt = isPending({ address }) ? at : null
      const [row] = await tx
        .insert(notificationChannels)
        .values({ id, userId, kind, name, address, secret: sealed, createdAt: at, disabledAt })
        .returning()
      for (const one of replaced) await recordChannel(tx, 'removed', one, null, now)
      // A chat is added when its link is opened.
      if (row && !isPending(row)) await recordChannel(tx, 'added', row, who, now)
      return row as ChannelRow
    })
  }
}
