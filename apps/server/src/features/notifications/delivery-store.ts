import { type Drizzle, type NotificationKind, notify, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { NEWS_LASTS_MS } from './notification-mail.ts'
import type { ChannelRow, NotificationRow, PreferencesRow } from './notifications.repository.ts'
import { recordChannel } from './record-channel.ts'

const { deliveries, notificationChannels, notificationPreferences, notifications, users } = schema

/** How long a server may take before another one takes a delivery over. */
const TAKEN_MS = 2 * 60_000
const BATCH = 50
/** Of one channel at once: each may take ten seconds, and all of them less than `TAKEN_MS`. */
const LINE = 10
/** A channel that has failed rests that long, so that what hangs holds nobody up. */
const REST_MS = 60_000
const KEPT_DAYS = 90
const KEPT_ROWS = 1_000

export type DeliveryRow = typeof deliveries.$inferSelect

export interface Due {
  readonly delivery: DeliveryRow
  readonly notification: NotificationRow
  /** Null for mail. */
  readonly channel: ChannelRow | null
  readonly preferences: Pick<PreferencesRow, 'quietFrom' | 'quietUntil' | 'timeZone' | 'sendsAmounts'> | null
  readonly user: { readonly username: string; readonly email: string; readonly isConfirmed: boolean }
}

/** Deliveries are their own queue: processes that have none write them, and each server takes some. */
export class DeliveryStore {
  readonly #db: Drizzle
  readonly #now: () => number

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /**
   * Takes what is due, so that no other server does: some of each line in turn, so that nobody waits for those who have
   * much. `busy`: lines that are left alone.
   */
  async take(busy: readonly string[] = []): Promise<Due[]> {
    const now = new Date(this.#now())
    const line = lineOf()
    const due = this.#db
      .select({
        id: deliveries.id,
        nextAt: deliveries.nextAt,
        place: sql<number>`row_number() over (partition by ${line} order by ${deliveries.nextAt})`.as('place'),
        isMail: sql<boolean>`${deliveries.channelId} is null`.as('is_mail'),
      })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .leftJoin(notificationChannels, eq(notificationChannels.id, deliveries.channelId))
      .where(and(eq(deliveries.state, 'waiting'), lte(dueAt(), now), isFree(busy)))
      .as('due')
    const first = this.#db
      .select({ id: due.id })
      .from(due)
      .where(or(due.isMail, lte(due.place, LINE)))
      .orderBy(due.place, due.nextAt)
      .limit(BATCH)
    // Another server may have taken some of them meanwhile.
    const free = this.#db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(inArray(deliveries.id, first), eq(deliveries.state, 'waiting'), lte(deliveries.nextAt, now)))
      .for('update', { skipLocked: true })
    const taken = await this.#db
      .update(deliveries)
      .set({ nextAt: new Date(this.#now() + TAKEN_MS) })
      .where(inArray(deliveries.id, free))
      .returning({ id: deliveries.id })
    return taken.length === 0 ? [] : this.#read(taken.map(({ id }) => id))
  }

  /** When the next one of other lines is due, in UTC milliseconds; null if none waits. */
  async nextAt(busy: readonly string[] = []): Promise<number | null> {
    const [row] = await this.#db
      .select({ at: sql<Date | null>`min(${dueAt()})`.mapWith(deliveries.nextAt) })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .leftJoin(notificationChannels, eq(notificationChannels.id, deliveries.channelId))
      .where(and(eq(deliveries.state, 'waiting'), isFree(busy)))
    return row?.at?.getTime() ?? null
  }

  /** When the last mail went to a user, in UTC milliseconds. */
  async lastMail(userId: string): Promise<number> {
    const [row] = await this.#db
      .select({ at: sql<Date | null>`max(${deliveries.nextAt})`.mapWith(deliveries.nextAt) })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .where(and(eq(notifications.userId, userId), eq(deliveries.state, 'sent'), isNull(deliveries.channelId)))
    return row?.at?.getTime() ?? 0
  }

  async later(ids: readonly string[], at: number): Promise<void> {
    await this.#set(this.#db, ids, { nextAt: new Date(at) })
  }

  async end(ids: readonly string[], state: 'sent' | 'dropped', tx: Transaction | Drizzle = this.#db): Promise<void> {
    await this.#set(tx, ids, { state, nextAt: new Date(this.#now()) })
  }

  async arrived(id: string, channel: ChannelRow): Promise<void> {
    const now = new Date(this.#now())
    await this.#db.transaction(async (tx) => {
      await this.end([id], 'sent', tx)
      const well = { usedAt: now, failingSince: null, problem: null }
      await tx.update(notificationChannels).set(well).where(eq(notificationChannels.id, channel.id))
    })
  }

  /** The other side wants a pause: it counts for the whole channel, and not as a try. */
  async pause(id: string, channel: ChannelRow, ms: number): Promise<void> {
    const until = new Date(this.#now() + ms)
    await this.#db.transaction(async (tx) => {
      await this.#set(tx, [id], { nextAt: until })
      await tx.update(notificationChannels).set({ waitsUntil: until }).where(eq(notificationChannels.id, channel.id))
    })
  }

  async remove(channel: ChannelRow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const gone = await tx.delete(notificationChannels).where(eq(notificationChannels.id, channel.id)).returning()
      for (const one of gone) await recordChannel(tx, 'removed', one, null, this.#now)
    })
  }

  /** Null: it is not tried again. After failing for `givesUpMs` the channel is switched off, and its user is told. */
  async failed(
    { delivery, channel }: { readonly delivery: DeliveryRow; readonly channel: ChannelRow },
    problem: string,
    { pauseMs, givesUpMs }: { readonly pauseMs: number | null; readonly givesUpMs: number | null },
  ): Promise<void> {
    const now = this.#now()
    await this.#db.transaction(async (tx) => {
      const next = pauseMs === null ? { state: 'dropped' as const } : { nextAt: new Date(now + pauseMs) }
      await tx
        .update(deliveries)
        .set({ ...next, tries: delivery.tries + 1 })
        .where(eq(deliveries.id, delivery.id))
      const [row] = await tx
        .update(notificationChannels)
        .set({
          problem,
          failingSince: sql`coalesce(${notificationChannels.failingSince}, ${new Date(now)})`,
          waitsUntil: new Date(now + REST_MS),
        })
        .where(eq(notificationChannels.id, channel.id))
        .returning()
      const isOver = givesUpMs !== null && row?.failingSince != null && now - row.failingSince.getTime() >= givesUpMs
      if (isOver && row.disabledAt === null) await this.#giveUp(tx, row, problem)
    })
  }

  async #giveUp(tx: Transaction, { id, userId, name }: ChannelRow, problem: string): Promise<void> {
    const at = new Date(this.#now())
    await tx.update(notificationChannels).set({ disabledAt: at }).where(eq(notificationChannels.id, id))
    const waiting = and(eq(deliveries.channelId, id), eq(deliveries.state, 'waiting'))
    await tx.update(deliveries).set({ state: 'dropped' }).where(waiting)
    await notify(tx, userId, {
      kind: 'webhook-failing' satisfies NotificationKind,
      subject: `The webhook ${name} was switched off`,
      body: `Nothing has arrived there for three days. The last answer: ${problem}\nSwitch it on again in the settings under Notifications.`,
      object: 'settings:notifications',
      dedupKey: `${id}:${at.getTime()}`,
      at: at.getTime(),
    })
  }

  /** Removes what nobody reads any more. */
  async clearOld(): Promise<void> {
    const longAgo = new Date(this.#now() - KEPT_DAYS * 24 * 3_600_000)
    await this.#db.delete(notifications).where(lte(notifications.at, longAgo))
    await this.#db.execute(sql`
      delete from notifications using (
        select id, row_number() over (partition by user_id order by at desc, id) as n from notifications
      ) numbered where numbered.id = notifications.id and numbered.n > ${KEPT_ROWS}`)
  }

  async #read(ids: readonly string[]): Promise<Due[]> {
    const rows = await this.#db
      .select({
        delivery: deliveries,
        notification: notifications,
        channel: notificationChannels,
        preferences: notificationPreferences,
        user: {
          username: users.displayUsername,
          email: users.email,
          isConfirmed: isNotNull(users.emailVerifiedAt).mapWith(Boolean),
        },
      })
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .innerJoin(users, eq(users.id, notifications.userId))
      .leftJoin(notificationChannels, eq(notificationChannels.id, deliveries.channelId))
      .leftJoin(notificationPreferences, eq(notificationPreferences.userId, notifications.userId))
      .where(inArray(deliveries.id, [...ids]))
      .orderBy(notifications.at, deliveries.id)
    const late = rows.filter(({ notification }) => this.#now() - notification.at.getTime() > NEWS_LASTS_MS)
    await this.end(
      late.map(({ delivery }) => delivery.id),
      'dropped',
    )
    return rows.filter((row) => !late.includes(row)) as Due[]
  }

  async #set(db: Drizzle | Transaction, ids: readonly string[], change: Partial<DeliveryRow>): Promise<void> {
    if (ids.length === 0) return
    await db
      .update(deliveries)
      .set(change)
      .where(inArray(deliveries.id, [...ids]))
  }
}

/** What is sent one after the other: to a channel, or by mail to a user. */
function lineOf() {
  return sql`coalesce(${deliveries.channelId}, ${notifications.userId})`
}

/** Not before the channel has rested. */
function dueAt() {
  return sql<Date>`greatest(${deliveries.nextAt}, ${notificationChannels.waitsUntil})`
}

function isFree(busy: readonly string[]) {
  return busy.length === 0 ? undefined : notInArray(lineOf(), [...busy])
}
