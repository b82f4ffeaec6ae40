import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'
import type { Transaction } from '../start-database.ts'
import type { LedgerRow } from './ledger-rows.ts'

const { fills, intents, positions, tradingAccounts, venueOrders } = schema

/** A statement has 65,535 values at most. */
const MAX_ROWS = 250

type TableName = LedgerRow['table']
type RowOf<Table extends TableName> = Extract<LedgerRow, { table: Table }>['row']

/**
 * What writes the rows of an entry, each list for the `with` of one statement; several only for very many rows. Rows of one table
 * are one insert, in their order. Executions come last, because they name what else is written.
 */
export function writes(tx: Transaction, rows: readonly LedgerRow[]): SQL[][] {
  const all = latest(rows).toSorted((a, b) => Number(a.table === 'fills') - Number(b.table === 'fills'))
  return Array.from({ length: Math.ceil(all.length / MAX_ROWS) }, (_, part) => {
    const some = all.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS)
    return [...new Set(some.map(({ table }) => table))].map((table) => {
      return sql`${sql.identifier(`written_${table}`)} as (${write(tx, table, some)})`
    })
  })
}

/** A statement writes a row once: as it is in the end. A trade that is there twice is left in, and fails. */
function latest(rows: readonly LedgerRow[]): LedgerRow[] {
  const found = new Map<string, LedgerRow>()
  for (const [at, change] of rows.entries()) {
    const key = `${change.table} ${change.table === 'fills' ? at : change.row.id}`
    found.delete(key)
    found.set(key, change)
  }
  return [...found.values()]
}

function write(tx: Transaction, table: TableName, rows: readonly LedgerRow[]): SQL {
  switch (table) {
    case 'accounts': {
      const [account] = rowsOf('accounts', rows) as [RowOf<'accounts'>]
      return tx.update(tradingAccounts).set(account).where(eq(tradingAccounts.id, account.id)).getSQL()
    }
    case 'intents': {
      const inserted = tx.insert(intents).values(rowsOf('intents', rows))
      return inserted.onConflictDoUpdate({ target: intents.id, set: inserting(intents) }).getSQL()
    }
    case 'positions': {
      const inserted = tx.insert(positions).values(rowsOf('positions', rows))
      return inserted.onConflictDoUpdate({ target: positions.id, set: inserting(positions) }).getSQL()
    }
    case 'venue_orders': {
      const inserted = tx.insert(venueOrders).values(rowsOf('venue_orders', rows))
      return inserted.onConflictDoUpdate({ target: venueOrders.id, set: inserting(venueOrders) }).getSQL()
    }
    case 'fills':
      return tx.insert(fills).values(rowsOf('fills', rows)).getSQL()
  }
}

function rowsOf<Table extends TableName>(table: Table, rows: readonly LedgerRow[]): RowOf<Table>[] {
  return rows.flatMap((change) => (change.table === table ? [change.row as RowOf<Table>] : []))
}

/** Each column as it is in the row that was to be inserted. */
function inserting(table: PgTable): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(columns.map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]))
}
