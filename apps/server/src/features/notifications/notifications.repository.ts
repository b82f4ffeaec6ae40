import type { NotificationChannelKind } from '@tradeloom/contracts'
import { type Drizzle, NEWS_CHANNEL, type NotificationChoices, schema } from '@tradeloom/database'
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'

const { notificationChannels, notificationPreferences, notifications, users } = schema

export type NotificationRow = typeof notifications.$inferSelect
export type ChannelRow = typeof notificationChannels.$inferSelect
export type PreferencesRow = typeof notificationPreferences.$inferSelect

/** Of one user. */
export class NotificationsRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  unread(userId: string): Promise<number> {
    return this.#db.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  }

  /** Newest first, those after one of them. */
  async page(userId: string, limit: number, before: string | undefined): Promise<NotificationRow[]> {
    const { id, at } = notifications
    const own = eq(notifications.userId, userId)
    const [last] =
      before === undefined
        ? []
        : await this.#db
            .select({ at })
            .from(notifications)
            .where(and(own, eq(id, before)))
    const older = last && before ? or(lt(at, last.at), and(eq(at, last.at), sql`${id} > ${before}`)) : undefined
    return this.#db.select().from(notifications).where(and(own, older)).orderBy(desc(at), id).limit(limit)
  }

  /** Tells all servers, so that all open pages count again. */
  async read(userId: string, ids: readonly string[] | undefined, now: number): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const which = ids === undefined ? undefined : inArray(notifications.id, [...ids])
      await tx
        .update(notifications)
        .set({ readAt: new Date(now) })
        .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), which))
      await tx.execute(sql`select pg_notify(${NEWS_CHANNEL}, ${userId})`)
    })
  }

  channels(userId: string): Promise<ChannelRow[]> {
    return this.#db
      .select()
      .from(notificationChannels)
      .where(eq(notificationChannels.userId, userId))
      .orderBy(notificationChannels.createdAt, notificationChannels.id)
  }

  async address(userId: string): Promise<{ email: string; isConfirmed: boolean }> {
    const [user] = await this.#db.select().from(users).where(eq(users.id, userId))
    return { email: user?.email ?? '', isConfirmed: user?.emailVerifiedAt != null }
  }

  async preferences(userId: string, tx: Pick<Drizzle, 'select'> = this.#db): Promise<PreferencesRow> {
    const [row] = await tx.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId))
    const none = { quietFrom: null, quietUntil: null, stillRunningAt: null }
    return row ?? { userId, choices: {}, ...none, timeZone: 'UTC', sendsAmounts: false }
  }

  async change(userId: string, work: (before: PreferencesRow) => PreferencesRow): Promise<void> {
    await this.#db.transaction(async (tx) => {
      // Two changes at the same moment both count.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
      const row = work(await this.preferences(userId, tx))
      await tx
        .insert(notificationPreferences)
        .values(row)
        .onConflictDoUpdate({ target: notificationPreferences.userId, set: row })
    })
  }
}

export function withChoice(
  choices: NotificationChoices,
  { kind, channel, isOn }: { readonly kind: string; readonly channel: NotificationChannelKind; readonly isOn: boolean },
): NotificationChoices {
  return { ...choices, [kind]: { ...choices[kind], [channel]: isOn } }
}
