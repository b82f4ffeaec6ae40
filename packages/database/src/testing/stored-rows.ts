import type { Pool } from 'pg'

/** Texts of the columns, by table and row. */
export type StoredRows = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The table that a line is of. */
export function tableOf(line: string): string {
  return line.slice(0, line.indexOf(' '))
}

/**
 * Inserts rows of an earlier version, each a table and its JSON, as text, so that PostgreSQL alone reads their numbers, and
 * without triggers, which would add others. They take the place of those that migrations have made.
 */
export async function restoreRows(pool: Pool, lines: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const table of new Set(lines.map(tableOf))) {
      await client.query(`delete from "${table}"`)
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
          where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const names = rows[0]?.names ?? ''
      for (const line of lines.filter((one) => tableOf(one) === table))
        await client.query(
          `insert into "${table}" (${names}) overriding system value
            select ${names} from json_populate_record(null::"${table}", $1::json)`,
          [line.slice(table.length + 1)],
        )
    }
  } finally {
    client.release(true)
  }
}

/** JSON of PostgreSQL has a double as the decimal that it is printed as, so it is the same before and after. */
export async function readRows(pool: Pool, tables: ReadonlySet<string>): Promise<StoredRows> {
  const read = new Map<string, ReadonlyMap<string, string>>()
  for (const table of tables) {
    const { rows: keys } = await pool.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = to_regclass($1) and i.indisprimary order by a.attname`,
      [table],
    )
    // A migration has removed it.
    if (keys.length === 0) continue
    const { rows: found } = await pool.query<{ values: Record<string, string> }>(
      `select (select json_object_agg(key, value::text) from jsonb_each(to_jsonb(t))) as values from "${table}" t`,
    )
    for (const { values } of found)
      read.set(`${table} ${keys.map(({ name }) => values[name]).join(' ')}`, new Map(Object.entries(values)))
  }
  return read
}

/** What differs in rows that were there before: columns that are gone, and values that are others now. */
export function compareRows(before: StoredRows, after: StoredRows) {
  const dropped = new Set<string>()
  const changed: string[] = []
  for (const [row, values] of before) {
    for (const [column, text] of values) {
      const now = after.get(row)?.get(column)
      if (now === undefined) dropped.add(`${tableOf(row)}.${column}`)
      else if (now !== text) changed.push(`${row} ${column}: ${text} became ${now}`)
    }
  }
  return { dropped: [...dropped].toSorted(), changed }
}
