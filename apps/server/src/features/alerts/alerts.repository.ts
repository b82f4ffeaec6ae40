import { MAX_ALERTS } from '@tradeloom/contracts'
import { type Drizzle, newId, schema, type Transaction } from '@tradeloom/database'
import { type AlertTerms, NEW_ALERT_STATE } from '@tradeloom/domain/alerts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const { alerts, notifications } = schema

export type AlertRow = typeof alerts.$inferSelect

/** Firings that are listed of one alert. */
const MAX_FIRED = 50

/** Alerts of one user each; the process that judges them is woken when a change is committed. */
export class AlertsRepository {
  readonly #db: Drizzle
  readonly #channel: string

  constructor(db: Drizzle, channel: string) {
    this.#db = db
    this.#channel = channel
  }

  list(userId: string): Promise<AlertRow[]> {
    return this.#db
      .select()
      .from(alerts)
      .where(eq(alerts.userId, userId))
      .orderBy(desc(alerts.createdAt), alerts.id)
      .limit(MAX_ALERTS)
  }

  /** Null for one of somebody else. */
  async get(userId: string, id: string): Promise<AlertRow | null> {
    const [row] = await this.#db.select().from(alerts).where(own(userId, id))
    return row ?? null
  }

  async isAnyActive(): Promise<boolean> {
    const rows = await this.#db.select({ id: alerts.id }).from(alerts).where(eq(alerts.status, 'ACTIVE')).limit(1)
    return rows.length > 0
  }

  add(userId: string, terms: AlertTerms, { note, nextRow }: Pick<AlertRow, 'note' | 'nextRow'>): Promise<AlertRow> {
    return this.#db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await tx.$count(alerts, eq(alerts.userId, userId))) >= MAX_ALERTS)
        throw new AppError(
          'limit',
          'too-many-alerts',
          `You have ${MAX_ALERTS} alerts. Please delete some of them first.`,
        )
      const { instrumentId } = terms
      const values = { id: newId(), userId, instrumentId, terms, note, nextRow, state: NEW_ALERT_STATE }
      const [row] = await tx.insert(alerts).values(values).returning()
      await this.#wake(tx, instrumentId)
      return row as AlertRow
    })
  }

  /** Null if it is gone. */
  change(userId: string, id: string, set: Partial<AlertRow>): Promise<AlertRow | null> {
    return this.#db.transaction(async (tx) => {
      const [row] = await tx
        .update(alerts)
        .set({ ...set, revision: sql`${alerts.revision} + 1` })
        .where(own(userId, id))
        .returning()
      if (row) await this.#wake(tx, row.instrumentId)
      return row ?? null
    })
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [row] = await tx.delete(alerts).where(own(userId, id)).returning()
      if (row) await this.#wake(tx, row.instrumentId)
      return row !== undefined
    })
  }

  /** Its notifications, newest first. */
  firings(userId: string, id: string) {
    const { id: notificationId, at, body } = notifications
    return this.#db
      .select({ id: notificationId, at, body })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), eq(notifications.object, `alert:${id}`)))
      .orderBy(desc(at), notificationId)
      .limit(MAX_FIRED)
  }

  async #wake(tx: Transaction, instrumentId: string): Promise<void> {
    await tx.execute(sql`select pg_notify(${this.#channel}, ${instrumentId})`)
  }
}

function own(userId: string, id: string) {
  return and(eq(alerts.userId, userId), eq(alerts.id, id))
}
