import { canonicalJson } from '../canonical-json.ts'
import { hex, type Sha256 } from '../sha256.ts'

/** One entry of the journal of an account, linked to the one before it. */
export interface JournalEntry {
  readonly n: number
  /** UTC milliseconds. */
  readonly at: number
  readonly kind: string
  readonly intentId: string | null
  /** Canonical JSON. */
  readonly body: string
  readonly prev: string
  readonly hash: string
}

export interface JournalHead {
  readonly n: number
  /** Null before the first entry. */
  readonly hash: string | null
}

export type NewEntry = Pick<JournalEntry, 'at' | 'kind' | 'intentId'> & { readonly body: unknown }

/** The next entry of a journal. The first one is linked to the account. */
export function nextEntry(sha256: Sha256, accountId: string, head: JournalHead, entry: NewEntry): JournalEntry {
  const { at, kind, intentId } = entry
  const linked = {
    n: head.n + 1,
    at,
    kind,
    intentId,
    body: canonicalJson(entry.body),
    prev: head.hash ?? hex(sha256(accountId)),
  }
  return { ...linked, hash: hashOf(sha256, linked) }
}

function hashOf(sha256: Sha256, { n, at, kind, intentId, body, prev }: Omit<JournalEntry, 'hash'>): string {
  return hex(sha256(`${prev} ${canonicalJson({ n, at, kind, intentId })} ${body}`))
}

/** The first fault of the entries of a journal after `from`, in its order and up to its head; null if they verify. */
export function journalFault(
  sha256: Sha256,
  accountId: string,
  entries: readonly JournalEntry[],
  head: JournalHead,
  from: JournalHead = { n: 0, hash: null },
): string | null {
  let last = from
  for (const entry of entries) {
    if (entry.n !== last.n + 1) return `entry ${last.n + 1} is missing`
    if (entry.prev !== (last.hash ?? hex(sha256(accountId)))) return `entry ${entry.n} does not follow the one before`
    if (entry.hash !== hashOf(sha256, entry)) return `entry ${entry.n} was changed`
    last = entry
  }
  return last.n === head.n && last.hash === head.hash ? null : `the journal ends at ${last.n} instead of ${head.n}`
}

/** A row as a commit has left it. */
export interface JournalRow {
  readonly table: string
  readonly key: string
  readonly row: Readonly<Record<string, unknown>>
}

/** The tables of an account as its journal tells them: the last state of each row, by table and key. */
export function replayJournal(
  entries: readonly Pick<JournalEntry, 'body'>[],
): Map<string, Map<string, JournalRow['row']>> {
  const tables = new Map<string, Map<string, JournalRow['row']>>()
  for (const { body } of entries) {
    const { rows = [] } = JSON.parse(body) as { rows?: readonly JournalRow[] }
    for (const { table, key, row } of rows) {
      const known = tables.get(table) ?? new Map<string, JournalRow['row']>()
      tables.set(table, known.set(key, row))
    }
  }
  return tables
}
