import { type Direction, minus, over, plus, times } from '@tradeloom/domain'
import { chargePosition } from '@tradeloom/trading'
import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import { schema } from '../schema.ts'
import type { Drizzle, Transaction } from '../start-database.ts'
import type { AccountLedger } from './account-ledger.ts'
import type { LedgerRow } from './ledger-rows.ts'

const { journal, positions } = schema

/** Entries of the journal that concern a whole account: no execution says so. */
export const FINANCING_ENTRY = 'FINANCING'
export const TRANSFER_ENTRY = 'TRANSFER'
export const MARGIN_ENTRY = 'MARGIN'

/** What such entries note. Type aliases, because notes have any names. */
export type FinancingNote = {
  readonly id: string
  readonly cost: 'swap' | 'funding'
  /** When it was paid, UTC milliseconds. */
  readonly time: number
  /** What each position has paid, by its id. */
  readonly charges: Readonly<Record<string, number>>
}
export type TransferNote = {
  readonly id: string
  /** In the currency of the account; below 0 for what has left it. */
  readonly transfer: number
}
export type MarginNote = { readonly isCalled: boolean }

interface Financing extends Omit<FinancingNote, 'charges'> {
  readonly instrumentId: string
  /** Of an account with one position in each direction: the one that it was paid for. */
  readonly leg?: Direction
  /** In the currency of the account; below 0 if it was received. */
  readonly amount: number
}

/**
 * Books what the holding of positions has cost: each bears its share by quantity, of those that were open when it was paid, also
 * if they have been closed since. `paidBy`: the balance pays it here;
 * otherwise the venue states the balance on its own. Returns the positions; none if it is booked already.
 */
export async function bookFinancing(
  tx: Transaction,
  ledger: AccountLedger,
  { id, cost, time, instrumentId, leg, amount }: Financing,
  paidBy: 'account' | 'venue',
): Promise<string[]> {
  const { account } = ledger
  if (await isBooked(tx, account.id, FINANCING_ENTRY, id)) return []
  const at = new Date(time)
  const isOpen = eq(positions.status, 'OPEN')
  const heldWhere = (...conditions: (SQL | undefined)[]) =>
    tx
      .select()
      .from(positions)
      .where(and(eq(positions.accountId, account.id), eq(positions.instrumentId, instrumentId), ...conditions))
      .orderBy(positions.openTime, positions.id)
  const isOnLeg = leg === undefined ? undefined : eq(positions.direction, leg)
  const then = await heldWhere(isOnLeg, lte(positions.openTime, at), or(isOpen, gt(positions.closeTime, at)))
  // Clocks may differ by a moment.
  const held = then.length > 0 ? then : await heldWhere(isOpen)
  const whole = plus(...held.map(({ quantity }) => quantity))
  const charges = Object.fromEntries(held.map((row) => [row.id, over(times(amount, row.quantity), whole)]))
  const column = cost === 'swap' ? 'interest' : 'fundingCost'
  const rows: LedgerRow[] = held.map((row) => {
    return { table: 'positions', row: chargePosition(row, column, charges[row.id] ?? 0) }
  })
  if (paidBy === 'account')
    rows.push({ table: 'accounts', row: { ...account, balance: minus(account.balance, amount) } })
  await ledger.record({ kind: FINANCING_ENTRY, rows, note: { id, cost, time, charges } satisfies FinancingNote })
  return held.map((row) => row.id)
}

/** When the newest financing of an account was paid, UTC milliseconds; null while there was none. */
export async function financedUntil(db: Pick<Drizzle, 'select'>, accountId: string): Promise<number | null> {
  const body = sql`(${journal.body})::jsonb`
  // Entries of earlier versions do not say when it was paid.
  const paid = sql<
    number | null
  >`max(coalesce((${body} ->> 'time')::float8, extract(epoch from ${journal.at}) * 1000))::float8`
  const [found] = await db
    .select({ paid })
    .from(journal)
    .where(and(eq(journal.accountId, accountId), eq(journal.kind, FINANCING_ENTRY)))
  return found?.paid ?? null
}

/** Notes what was deposited or withdrawn, which is no profit. False if it is noted already. */
export async function noteTransfer(tx: Transaction, ledger: AccountLedger, note: TransferNote): Promise<boolean> {
  if (await isBooked(tx, ledger.account.id, TRANSFER_ENTRY, note.id)) return false
  await ledger.record({ kind: TRANSFER_ENTRY, rows: [], note })
  return true
}

async function isBooked(tx: Transaction, accountId: string, kind: string, id: string): Promise<boolean> {
  const isSame = sql`(${journal.body})::jsonb ->> 'id' = ${id}`
  return (await tx.$count(journal, and(eq(journal.accountId, accountId), eq(journal.kind, kind), isSame))) > 0
}
