import type { Drizzle } from '@tradeloom/database'
import { sql } from 'drizzle-orm'
import type { TableRows } from './backup-record.ts'

/** Rows of a table, and how many were ever added to it and deleted from it. */
interface Count {
  readonly rows: number
  readonly added: number
  readonly deleted: number
}
export type Counts = ReadonlyMap<string, Count>

/** PostgreSQL adds up what its connections did within a second of their last statement. */
const STATISTICS_LAG_ROWS = 200

export async function countRows(db: Pick<Drizzle, 'execute'>): Promise<Counts> {
  const tables = await db.execute<{ name: string; added: string; deleted: string }>(sql`
    select format('%I.%I', schemaname, relname) as name, n_tup_ins as added, n_tup_del as deleted
    from pg_stat_user_tables order by 1`)
  const counts = new Map<string, Count>()
  for (const { name, added, deleted } of tables.rows) {
    const { rows } = await db.execute<{ rows: string }>(sql`select count(*) as rows from ${sql.raw(name)}`)
    counts.set(name, { rows: Number(rows[0]?.rows), added: Number(added), deleted: Number(deleted) })
  }
  return counts
}

/** The rows that each table may have had at any moment between two counts. */
export function rowsBetween(before: Counts, after: Counts): TableRows[] {
  return [...after].map(([name, last]) => {
    const first = before.get(name) ?? { rows: 0, added: 0, deleted: 0 }
    const [added, deleted] = [Math.max(0, last.added - first.added), Math.max(0, last.deleted - first.deleted)]
    const lag = added + deleted === 0 && first.rows === last.rows ? 0 : STATISTICS_LAG_ROWS
    const least = Math.max(0, Math.max(first.rows - deleted, last.rows - added) - lag)
    return { name, least, most: Math.min(first.rows + added, last.rows + deleted) + lag }
  })
}

/** What is wrong with the rows of a restored database. */
export function rowFaults(expected: readonly TableRows[], counts: Counts): string[] {
  const faults = expected.flatMap(({ name, least, most }) => {
    const rows = counts.get(name)?.rows
    if (rows === undefined) return [`table ${name} is missing`]
    if (rows >= least && rows <= most) return []
    return [`table ${name} has ${rows} rows instead of ${least === most ? least : `${least} to ${most}`}`]
  })
  const known = new Set(expected.map(({ name }) => name))
  return [...faults, ...[...counts.keys()].filter((name) => !known.has(name)).map((name) => `table ${name} is new`)]
}
