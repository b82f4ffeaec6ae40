import { eq, sql } from 'drizzle-orm'
import { newId } from '../new-id.ts'
import { schema } from '../schema.ts'
import type { Transaction } from '../start-database.ts'
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationKindTerms } from './notification-kinds.ts'

const { users } = schema

/** Notifications of the database about users who were told something; the payload is the id of one. */
export const NEWS_CHANNEL = 'tradeloom_news'

const MINUTE_MS = 60_000
const MAX_SUBJECT = 200
const MAX_TEXT = 2_000
/** A digest lists that many, and counts the others. */
const LISTED = 20

export interface Notice {
  readonly kind: NotificationKind
  /** One line, without amounts. */
  readonly subject: string
  /** Without amounts. */
  readonly body?: string
  /** What it says of prices, quantities and money: leaves the server only if the user has chosen that. */
  readonly amounts?: string | undefined
  /** What it is about, such as `session:<id>`. */
  readonly object?: string
  /** Names what has happened, so that it is told once; of a digest, what is collected. */
  readonly dedupKey: string
  /** UTC milliseconds. */
  readonly at?: number
}

type Writer = Pick<Transaction, 'execute' | 'select'>

/**
 * Tells a user something in the transaction of what has happened: either both are stored or none. Deliveries are written
 * for each channel that the user has chosen for this kind; who delivers them is woken when the transaction is committed.
 */
export async function notify(tx: Writer, userId: string, notice: Notice): Promise<void> {
  const { severity, channels, digestMinutes, isMailed }: NotificationKindTerms = NOTIFICATION_KINDS[notice.kind]
  const at = notice.at ?? Date.now()
  const slotMs = (digestMinutes ?? 0) * MINUTE_MS
  const slot = slotMs > 0 ? Math.floor(at / slotMs) : null
  const dueAt = slot === null ? at : (slot + 1) * slotMs
  const key = [notice.kind, notice.dedupKey, ...(slot === null ? [] : [slot])].join(':').slice(0, MAX_SUBJECT)
  const text = notice.body?.slice(0, MAX_TEXT) ?? ''
  const amounts = notice.amounts?.slice(0, MAX_TEXT) ?? null
  const isDigest = slot !== null
  // Whoever follows the news is woken when the transaction is committed.
  await tx.execute(sql`
    with told as (
      insert into notifications (id, user_id, kind, severity, subject, body, amounts, object, dedup_key, at)
      values (${newId(at)}, ${userId}, ${notice.kind}, ${severity}, ${notice.subject.slice(0, MAX_SUBJECT)}, ${text},
              ${amounts}, ${notice.object ?? null}, ${key}, ${new Date(at)})
      on conflict (user_id, dedup_key) do ${isDigest ? counted() : sql`nothing`}
      returning id, count
    ), sent as (
      insert into deliveries (notification_id, channel_id, next_at)
      select told.id, channel.id, ${new Date(dueAt)}
      from told, (
        select id, kind from notification_channels where user_id = ${userId} and disabled_at is null
        union all
        select null, 'email' from users where id = ${userId} and email_verified_at is not null and ${isMailed !== true}
      ) channel
      left join notification_preferences preferences on preferences.user_id = ${userId}
      where told.count = 1 and coalesce(
        (preferences.choices -> ${notice.kind}::text ->> channel.kind)::boolean,
        channel.kind = any(${sql.param([...channels])}::text[])
      )
    )
    select pg_notify(${NEWS_CHANNEL}, ${userId}) from told`)
}

/** Tells every administrator. */
export async function notifyAdministrators(tx: Writer, notice: Notice): Promise<void> {
  const administrators = await tx.select({ id: users.id }).from(users).where(eq(users.isAdmin, true))
  for (const { id } of administrators) await notify(tx, id, notice)
}

/** One more of a digest: it is unread again, and lists what it says of amounts. */
function counted() {
  return sql`update set
    count = notifications.count + 1,
    read_at = null,
    body = case when notifications.count < ${LISTED} and excluded.body <> ''
      then left(notifications.body || E'\n' || excluded.body, ${MAX_TEXT * 2}) else notifications.body end,
    amounts = case when notifications.count < ${LISTED} and excluded.amounts is not null
      then left(coalesce(notifications.amounts || E'\n', '') || excluded.amounts, ${MAX_TEXT * 2})
      else notifications.amounts end`
}
