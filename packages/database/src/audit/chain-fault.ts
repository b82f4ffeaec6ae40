import { type JournalEntry, journalFault, type JournalHead } from '@tradeloom/trading'
import { sha256 } from '../ledger/account-ledger.ts'

/** Entries read at once. */
export const CHAIN_PAGE = 5_000

type Read = (after: number) => Promise<readonly JournalEntry[]>

/**
 * The first fault of the entries that `read` gives page by page, null if there is none, and how far they were in order.
 * `chain`: what the first one is linked to.
 */
export async function chainFault(chain: string, read: Read): Promise<{ last: JournalHead; fault: string | null }> {
  let last: JournalHead = { n: 0, hash: null }
  for (;;) {
    const entries = await read(last.n)
    const end = entries.at(-1)
    if (end === undefined) return { last, fault: null }
    const fault = journalFault(sha256, chain, entries, end, last)
    if (fault !== null) return { last, fault }
    last = end
  }
}
