import { NEWS_CHANNEL, type Notice, notifyAdministrators, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { browserName } from '../../platform/auth/browser-name.ts'
import { DatabaseNews } from '../../platform/database-news.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Call } from '../../platform/http/route.ts'
import { gigabytes } from '../../platform/health/disk-reserve.ts'
import type { Platform } from '../../platform/platform.ts'
import { openOutbound } from '../../platform/outbound/open-outbound.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { OutboxFeature } from '../outbox/outbox.feature.ts'
import type { UserMessage } from '../users/user.topic.ts'
import type { ChannelParts } from './channels/channel.ts'
import { ChannelsService } from './channels.service.ts'
import { Deliverer } from './deliverer.ts'
import { DeliveryStore } from './delivery-store.ts'
import { NotificationsRepository } from './notifications.repository.ts'
import { NotificationsService } from './notifications.service.ts'
import { everyChannel, openChannels } from './open-channels.ts'
import type { ChannelRequest } from './record-channel.ts'
import { StillRunning } from './still-running.ts'
import { TimedNews } from './timed-news.ts'
import { UnansweredNews } from './unanswered-news.ts'
import { UnprotectedNews } from './unprotected-news.ts'

const { users } = schema

/** The kinds of data that use most of the disk. */
type LargestStored = (count: number) => Promise<readonly { readonly name: string; readonly bytes: number }[]>
/** Of them, in the alarm. */
const LISTED = 3

/** What users are told, in the app and elsewhere. */
export function notificationsFeature(
  platform: Platform,
  { postIn }: Pick<OutboxFeature, 'postIn'>,
  masterKey: MasterKey,
  ticks: TickSource,
  largest: LargestStored,
) {
  const { config, db, bus, database, disk, now, url, logger } = platform
  const { connection } = database
  const repository = new NotificationsRepository(db)
  const envelopes = new Envelopes(masterKey)
  const outbound = openOutbound(config)
  const link: ChannelParts['link'] = (token, to) => channels.link(token, to)
  const opened = openChannels({ ...platform, connection, envelopes, outbound, link })
  const offers = { sendsMail: config.mail !== null, telegramBot: () => opened.telegram.bot() }
  const service = new NotificationsService(repository, offers, isAdministrator, now)
  const channels = new ChannelsService({ db, envelopes, channels: opened, url, now })
  const deliverer = new Deliverer({
    store: new DeliveryStore(db, now),
    senderOf: (kind) => opened[kind].sender,
    transaction: (work) => db.transaction(work),
    postIn: config.mail === null ? null : postIn,
    url,
    now,
    logger,
  })
  const timed = openTimedNews(platform, ticks)
  let news: DatabaseNews | null = null
  let delivers = false

  async function isAdministrator(userId: string): Promise<boolean> {
    const [user] = await db.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, userId))
    return user?.isAdmin ?? false
  }

  const tell = async (userId: string): Promise<void> => {
    const event = { event: 'notifications', data: { unread: await repository.unread(userId) } } as const
    bus.publish(`user.changed.${userId}`, { userId, event } satisfies UserMessage)
  }

  return {
    /** Unread notifications of a user. */
    unread: (userId: string): Promise<number> => repository.unread(userId),
    handlers: {
      listNotifications: async ({ userId, query }) => service.list(userId, query),
      readNotifications: async ({ userId, body }) => service.read(userId, body.ids),
      getNotificationSettings: async ({ userId }) => service.settings(userId),
      changeNotificationSettings: async ({ userId, body, weaken }) => service.change(userId, body, weaken),
      getPushKey: async () => ({ publicKey: await opened.push.publicKey() }),
      addNotificationChannel: async (call) =>
        channels.add(whoOf(call), call.body, browserName(call.request.headers['user-agent'] ?? '')),
      enableNotificationChannel: async (call) => channels.enable(whoOf(call), call.params.id),
      testNotificationChannel: async (call) => ({ problem: await channels.test(whoOf(call), call.params.id) }),
      removeNotificationChannel: async (call) => {
        await channels.remove(whoOf(call), call.params.id)
        return { ok: true }
      },
    },
    async start(): Promise<void> {
      disk.onShort = async () => tellOfDisk(db, now(), await largest(LISTED).catch(() => []))
      news = new DatabaseNews({
        connection,
        channel: NEWS_CHANNEL,
        onNews: (userId) => {
          if (delivers) deliverer.look()
          if (userId === null) return
          tell(userId).catch((error: unknown) => logger.debug({ err: error }, 'news of a user'))
        },
      })
    },
    async work(): Promise<void> {
      delivers = true
      deliverer.start()
      for (const channel of everyChannel(opened)) channel.start?.()
      timed.start()
    },
    async stop(): Promise<void> {
      await Promise.all(everyChannel(opened).map((channel) => channel.stop?.()))
      await timed.stop()
      await news?.stop()
      await deliverer.stop()
    },
  } as const satisfies Feature & Record<string, unknown>
}

function whoOf({ userId, request }: Pick<Call<'testNotificationChannel'>, 'userId' | 'request'>): ChannelRequest {
  return { userId, address: request.ip }
}

/** What no process causes, but time. */
function openTimedNews({ db, now, logger }: Platform, ticks: TickSource): TimedNews {
  const valuation = new Valuation({ ticks, listings: cachedListings(db, now), now })
  const listing = (id: string) => valuation.instrument(id)
  const price = (id: string) => valuation.price(id)
  const unprotected = new UnprotectedNews(db, now)
  const unanswered = new UnansweredNews(db, now)
  const running = new StillRunning({ db, ticks, listing, price, now })
  const looks = [
    { everyMs: 2_000, look: () => unprotected.look() },
    { everyMs: 15_000, look: () => unanswered.look() },
    { everyMs: 15_000, look: () => running.look() },
  ]
  return new TimedNews(looks, logger)
}

/** Once an hour: servers that share a disk all see it. */
async function tellOfDisk(db: Platform['db'], now: number, stored: Awaited<ReturnType<LargestStored>>): Promise<void> {
  const most = stored.map(({ name, bytes }) => `${name} ${gigabytes(bytes)}`).join(', ')
  const notice: Notice = {
    kind: 'disk-low',
    subject: 'The disk of the server is nearly full',
    body: `Uploads and new runs are rejected until there is more space.${most === '' ? '' : ` Most of it: ${most}. See Administration, Storage.`}`,
    object: 'admin:',
    dedupKey: new Date(now).toISOString().slice(0, 13),
    at: now,
  }
  await db.transaction((tx) => notifyAdministrators(tx, notice))
}
