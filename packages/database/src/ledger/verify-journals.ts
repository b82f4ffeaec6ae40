import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import { CHAIN_PAGE, chainFault } from '../audit/chain-fault.ts'
import { schema } from '../schema.ts'
import type { Drizzle } from '../start-database.ts'

const { accountControl, journal } = schema

/** More do not say more. */
const MAX_FAULTS = 20

type Reader = Pick<Drizzle, 'select'>

export interface JournalFault {
  readonly accountId: string
  readonly fault: string
}

/**
 * Checks that the journals of all accounts are as they were written, also of accounts that are gone, while others write. What
 * their entries tell is not compared with the accounts; see `verifyAccount`.
 */
export async function verifyJournals(db: Reader): Promise<{ journals: number; faults: JournalFault[] }> {
  const faults: JournalFault[] = []
  let journals = 0
  let accountId: string | undefined
  while (faults.length < MAX_FAULTS) {
    accountId = await nextAccount(db, accountId)
    if (accountId === undefined) break
    journals++
    const fault = await faultOf(db, accountId)
    if (fault !== null) faults.push({ accountId, fault })
  }
  return { journals, faults }
}

async function nextAccount(db: Reader, after: string | undefined): Promise<string | undefined> {
  const [next] = await db
    .select({ accountId: journal.accountId })
    .from(journal)
    .where(after === undefined ? undefined : gt(journal.accountId, after))
    .orderBy(asc(journal.accountId))
    .limit(1)
  return next?.accountId
}

async function faultOf(db: Reader, accountId: string): Promise<string | null> {
  // Entries that are added from now on are another time's.
  const head = await headOf(db, accountId)
  const { last, fault } = await chainFault(accountId, async (after) => {
    const isWanted = and(eq(journal.accountId, accountId), gt(journal.n, after), lte(journal.n, head.n))
    const rows = await db.select().from(journal).where(isWanted).orderBy(asc(journal.n)).limit(CHAIN_PAGE)
    return rows.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() }))
  })
  if (fault !== null) return fault
  return last.n === head.n && last.hash === head.hash ? null : `the journal ends at ${last.n} instead of ${head.n}`
}

/** As the account says; of one that is gone the last entry. */
async function headOf(db: Reader, accountId: string): Promise<{ readonly n: number; readonly hash: string | null }> {
  const [control] = await db
    .select({ n: accountControl.journalN, hash: accountControl.journalHash })
    .from(accountControl)
    .where(eq(accountControl.accountId, accountId))
  if (control) return control
  const [newest] = await db
    .select({ n: journal.n, hash: journal.hash })
    .from(journal)
    .where(eq(journal.accountId, accountId))
    .orderBy(desc(journal.n))
    .limit(1)
  return newest ?? { n: 0, hash: null }
}
