import { sql } from 'drizzle-orm'
import type { Drizzle } from './start-database.ts'

/** A column of sealed secrets. `box`: only `brokers` and the guardian open it; `envelope`: the server does. */
export interface SealedColumn {
  readonly table: string
  /** The column that names the row. */
  readonly row: string
  readonly column: string
  readonly kind: 'box' | 'envelope'
}

/** Everything that is sealed under the master key: what is not listed here is lost when that is replaced. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'exchange_keys', row: 'connection_id', column: 'api_key', kind: 'box' },
  { table: 'exchange_keys', row: 'connection_id', column: 'api_secret', kind: 'box' },
  { table: 'source_keys', row: 'id', column: 'api_key', kind: 'envelope' },
  { table: 'source_settings', row: 'provider', column: 'api_key', kind: 'envelope' },
  { table: 'second_factors', row: 'user_id', column: 'secret', kind: 'envelope' },
  { table: 'issuers', row: 'id', column: 'client_secret', kind: 'envelope' },
  { table: 'notification_channels', row: 'id', column: 'secret', kind: 'envelope' },
  { table: 'installation_secrets', row: 'name', column: 'private_key', kind: 'envelope' },
]

export async function isAnythingSealed(db: Pick<Drizzle, 'execute'>): Promise<boolean> {
  const each = SEALED_COLUMNS.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(column)} is not null)`,
  )
  const { rows } = await db.execute<{ sealed: boolean }>(sql`select ${sql.join(each, sql` or `)} as sealed`)
  return rows[0]?.sealed === true
}
