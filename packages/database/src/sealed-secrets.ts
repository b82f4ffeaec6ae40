import { sql } from 'drizzle-orm'
import type { Drizzle } from './start-database.ts'

/** A column of sealed secrets. `box`: only `brokers` and the guardian open it; `envelope`: the server does. */
export interface SealedColumn {
  readonly table: string
  /** The column that names the row. */
  readonly row: string
  readonly column: string
  /** What it is on screens; columns of one table have one name. */
  readonly holds: string
  readonly kind: 'box' | 'envelope'
}

/** Everything that is sealed under the master key: what is not listed here is lost when that is replaced. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'exchange_keys', row: 'connection_id', column: 'credentials', holds: 'Keys of exchanges', kind: 'box' },
  { table: 'exchange_keys', row: 'connection_id', column: 'api_key', holds: 'Keys of exchanges', kind: 'box' },
  { table: 'exchange_keys', row: 'connection_id', column: 'api_secret', holds: 'Keys of exchanges', kind: 'box' },
  {
    table: 'guardian_keys',
    row: 'connection_id',
    column: 'credentials',
    holds: 'Keys of the guardian at exchanges',
    kind: 'box',
  },
  { table: 'source_keys', row: 'id', column: 'api_key', holds: 'Keys of users at data providers', kind: 'envelope' },
  {
    table: 'source_settings',
    row: 'provider',
    column: 'api_key',
    holds: 'Keys of the server at data providers',
    kind: 'envelope',
  },
  { table: 'second_factors', row: 'user_id', column: 'secret', holds: 'Second factors', kind: 'envelope' },
  { table: 'issuers', row: 'id', column: 'client_secret', holds: 'Secrets of issuers', kind: 'envelope' },
  { table: 'notification_channels', row: 'id', column: 'secret', holds: 'Channels of notifications', kind: 'envelope' },
  { table: 'installation_secrets', row: 'name', column: 'private_key', holds: 'Keys of the server', kind: 'envelope' },
]

export async function isAnythingSealed(db: Pick<Drizzle, 'execute'>): Promise<boolean> {
  const each = SEALED_COLUMNS.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(column)} is not null)`,
  )
  const { rows } = await db.execute<{ sealed: boolean }>(sql`select ${sql.join(each, sql` or `)} as sealed`)
  return rows[0]?.sealed === true
}

/** How many secrets of each kind are sealed; kinds without any are left out. */
export async function countSealed(db: Pick<Drizzle, 'execute'>): Promise<{ holds: string; secrets: number }[]> {
  const kinds = Object.entries(Object.groupBy(SEALED_COLUMNS, ({ table }) => table))
  const counts = await Promise.all(
    kinds.map(async ([table, columns = []]) => {
      const holds = columns[0]?.holds ?? table
      const any = sql.join(
        columns.map(({ column }) => sql.identifier(column)),
        sql`, `,
      )
      const { rows } = await db.execute<{ secrets: number }>(
        sql`select count(coalesce(${any}))::int as secrets from ${sql.identifier(table)}`,
      )
      return { holds, secrets: rows[0]?.secrets ?? 0 }
    }),
  )
  return counts.filter(({ secrets }) => secrets > 0)
}
