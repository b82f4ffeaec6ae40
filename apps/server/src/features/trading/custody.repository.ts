import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { CustodyRow } from './stored-rows.ts'

const { custodyAudits } = schema

const MAX_STRETCHES = 200

/** How positions were protected. Whoever asks has checked whose they are. */
export class CustodyRepository {
  readonly #db: Drizzle

  constructor(db: Drizzle) {
    this.#db = db
  }

  /** The newest first. */
  stretches(positionId: string): Promise<CustodyRow[]> {
    const { positionId: of, at } = custodyAudits
    return this.#db.select().from(custodyAudits).where(eq(of, positionId)).orderBy(desc(at)).limit(MAX_STRETCHES)
  }

  /** Days (UTC) on which a position was without protection, with the seconds, newest first. */
  async days(positionId: string, now: Date): Promise<{ readonly day: string; readonly unprotected: number }[]> {
    const { rows } = await this.#db.execute<{ day: string; unprotected: number }>(sql`
      select to_char(day, 'YYYY-MM-DD') as day,
        sum(extract(epoch from least(stretch.until, day + interval '1 day') - greatest(stretch.at, day)))::float8 as unprotected
      from (select ${custodyAudits.at} at time zone 'UTC' as at,
              coalesce(${custodyAudits.until}, ${now}) at time zone 'UTC' as until
            from ${custodyAudits}
            where ${custodyAudits.positionId} = ${positionId} and not ${custodyAudits.isProtected}) stretch,
        generate_series(date_trunc('day', stretch.at), stretch.until, interval '1 day') day
      where stretch.until > day and stretch.until > stretch.at
      group by day order by day desc limit 90`)
    return rows
  }

  /** Seconds for which positions of an account were without protection since then, added up over them. */
  async unprotectedSince(accountId: string, since: Date, now: Date): Promise<number> {
    const { at, until, isProtected } = custodyAudits
    const end = sql`coalesce(${until}, ${now})`
    const [found] = await this.#db
      .select({
        seconds: sql<number>`coalesce(sum(extract(epoch from ${end} - greatest(${at}, ${since}))), 0)::float8`,
      })
      .from(custodyAudits)
      .where(
        and(
          eq(custodyAudits.accountId, accountId),
          eq(isProtected, false),
          sql`(${until} is null or ${until} > ${since})`,
          sql`${end} > ${at}`,
        ),
      )
    return found?.seconds ?? 0
  }
}
