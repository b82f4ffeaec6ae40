import { journalFault, replayJournal } from '@tradeloom/trading'
import { asc, eq } from 'drizzle-orm'
import { schema } from '../schema.ts'
import type { Drizzle } from '../start-database.ts'
import { imageOf, LEVEL_ENTRY, sha256 } from './account-ledger.ts'
import type { LedgerRow } from './ledger-rows.ts'

const { accountControl, fills, intents, journal, positions, tradingAccounts, venueOrders } = schema

/**
 * Checks an account against its journal: the chain is whole, and the tables are those that it tells. Returns what is
 * wrong, nothing if all is well. What others change meanwhile is not looked at.
 */
export async function verifyAccount(db: Drizzle, accountId: string): Promise<string[]> {
  return db.transaction((tx) => faultsOf(tx, accountId), { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

async function faultsOf(db: Pick<Drizzle, 'select'>, accountId: string): Promise<string[]> {
  const [control] = await db.select().from(accountControl).where(eq(accountControl.accountId, accountId))
  if (!control) return ['there is no such account']
  const stored = await db.select().from(journal).where(eq(journal.accountId, accountId)).orderBy(asc(journal.n))
  const entries = stored.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() }))
  const head = { n: control.journalN, hash: control.journalHash }
  const fault = journalFault(sha256, accountId, entries, head)
  const faults = fault === null ? [] : [fault]
  const newest = entries.findLast(({ kind }) => kind === LEVEL_ENTRY)
  const level = newest && (JSON.parse(newest.body) as { level: string }).level
  if (level !== undefined && level !== control.level) faults.push(`level ${control.level} differs from the journal`)
  const told = replayJournal(entries)
  for (const change of await rowsOf(db, accountId)) {
    const { table, key, row } = imageOf(change)
    const known = told.get(table)?.get(key)
    told.get(table)?.delete(key)
    // An account that has never changed is in no entry.
    if (known === undefined && table === 'accounts') continue
    if (JSON.stringify(known) !== JSON.stringify(row)) faults.push(`${table} ${key} differs from the journal`)
  }
  for (const [table, rows] of told) for (const key of rows.keys()) faults.push(`${table} ${key} is gone`)
  return faults
}

async function rowsOf(db: Pick<Drizzle, 'select'>, accountId: string): Promise<LedgerRow[]> {
  const accounts = await db.select().from(tradingAccounts).where(eq(tradingAccounts.id, accountId))
  return [
    ...accounts.map((row) => ({ table: 'accounts', row }) as const),
    ...(await db.select().from(intents).where(eq(intents.accountId, accountId))).map(
      (row) => ({ table: 'intents', row }) as const,
    ),
    ...(await db.select().from(positions).where(eq(positions.accountId, accountId))).map(
      (row) => ({ table: 'positions', row }) as const,
    ),
    ...(await db.select().from(fills).where(eq(fills.accountId, accountId))).map(
      (row) => ({ table: 'fills', row }) as const,
    ),
    ...(await db.select().from(venueOrders).where(eq(venueOrders.accountId, accountId))).map(
      (row) => ({ table: 'venue_orders', row }) as const,
    ),
  ]
}
