import {
  ADJUST_ENTRY,
  FINANCING_ENTRY,
  MARGIN_ENTRY,
  TRANSFER_ENTRY,
  type Drizzle,
  type IntentRow,
  schema,
} from '@tradeloom/database'
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'

const { accountControl, intents, journal } = schema

const MAX_ENTRIES = 500
const HAS_FILLS = '"table":"fills"'

export type IntentNews = Pick<IntentRow, 'id' | 'kind' | 'state' | 'reason'>

/** An entry of the journal of an account. */
export interface JournalNews {
  readonly n: number
  /** Canonical JSON. */
  readonly body: string
}

export interface NewsOfAccount {
  /** As they are now. */
  states(intentIds: readonly string[]): Promise<readonly IntentNews[]>
  /**
   * What concerns positions of the session, in the order in which it was booked, from the entry after `after` on; `upTo`:
   * the last entry that was looked at.
   */
  entries(after: number): Promise<{ readonly entries: readonly JournalNews[]; readonly upTo: number }>
}

/** What the books of the account of a session have. */
export class AccountNews implements NewsOfAccount {
  readonly #db: Drizzle
  readonly #sessionId: string
  readonly #accountId: string

  constructor(db: Drizzle, { id, brokerAccountId }: { readonly id: string; readonly brokerAccountId: string }) {
    this.#db = db
    this.#sessionId = id
    this.#accountId = brokerAccountId
  }

  async states(intentIds: readonly string[]): Promise<readonly IntentNews[]> {
    if (intentIds.length === 0) return []
    const { id, kind, state, reason } = intents
    return this.#db
      .select({ id, kind, state, reason })
      .from(intents)
      .where(inArray(id, [...intentIds]))
      .orderBy(asc(id))
  }

  async entries(after: number): Promise<{ readonly entries: readonly JournalNews[]; readonly upTo: number }> {
    const isMine = eq(accountControl.accountId, this.#accountId)
    const [control] = await this.#db.select({ n: accountControl.journalN }).from(accountControl).where(isMine)
    const newest = control?.n ?? after
    if (newest <= after) return { entries: [], upTo: after }
    const { accountId, n, kind, body } = journal
    const entries = await this.#db
      .select({ n, body })
      .from(journal)
      .where(
        and(
          eq(accountId, this.#accountId),
          gt(n, after),
          lte(n, newest),
          or(
            inArray(kind, [TRANSFER_ENTRY, MARGIN_ENTRY]),
            and(
              sql`(${inArray(kind, [ADJUST_ENTRY, FINANCING_ENTRY])} or position(${HAS_FILLS} in ${body}) > 0)`,
              sql`position(${this.#sessionId} in ${body}) > 0`,
            ),
          ),
        ),
      )
      .orderBy(asc(n))
      .limit(MAX_ENTRIES)
    return { entries, upTo: entries.length < MAX_ENTRIES ? newest : (entries.at(-1)?.n ?? newest) }
  }
}
