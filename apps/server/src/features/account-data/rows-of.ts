import { type Drizzle, schema } from '@tradeloom/database'
import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Exported } from './exported-tables.ts'

/** Read at once. */
const PAGE = 500

type Row = Readonly<Record<string, unknown>>

/** The rows of a table that belong to a user, in the order of their key; few are in memory at a time. */
export async function* rowsOf(db: Drizzle, { table: name, by, of, without = [] }: Exported, userId: string) {
  const table: PgTable = schema[name]
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const shown = Object.fromEntries(
    Object.entries(columns).filter(([key, column]) => !without.includes(key) && column.getSQLType() !== 'bytea'),
  )
  const key = keyOf(table)
  const hidden = Object.fromEntries(key.map((column, place) => [`key ${place}`, column]))
  const isOwn = ownedBy(db, columns[by]!, of, userId)
  let after: SQL | undefined
  for (;;) {
    const rows: Row[] = await db
      .select({ ...shown, ...hidden })
      .from(table)
      .where(and(isOwn, after))
      .orderBy(...key.map((column) => asc(column)))
      .limit(PAGE)
    for (const row of rows) yield Object.fromEntries(Object.keys(shown).map((column) => [column, row[column]]))
    const last = rows.at(-1)
    if (rows.length < PAGE || last === undefined) return
    const values = key.map((column, place) => sql`${sql.param(last[`key ${place}`], column)}`)
    after = sql`(${sql.join(key, sql`, `)}) > (${sql.join(values, sql`, `)})`
  }
}

function ownedBy(db: Drizzle, column: PgColumn, of: Exported['of'], userId: string): SQL {
  if (of === undefined) return eq(column, userId)
  if (of === 'algorithmVersions') {
    const { algorithms, algorithmVersions } = schema
    const own = db
      .select({ id: algorithmVersions.id })
      .from(algorithmVersions)
      .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
      .where(eq(algorithms.userId, userId))
    return inArray(column, own)
  }
  const parent = schema[of]
  return inArray(column, db.select({ id: parent.id }).from(parent).where(eq(parent.userId, userId)))
}

function keyOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const [composite] = primaryKeys
  return composite ? composite.columns : columns.filter(({ primary }) => primary)
}
