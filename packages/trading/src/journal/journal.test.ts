import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type JournalEntry, journalFault, type JournalHead, nextEntry, replayJournal } from './journal.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

function journalOf(bodies: readonly unknown[]): JournalEntry[] {
  let head: JournalHead = { n: 0, hash: null }
  return bodies.map((body, i) => {
    const entry = nextEntry(sha256, 'account', head, { at: i, kind: 'TEST', intentId: null, body })
    head = entry
    return entry
  })
}

const row = (key: string, value: number) => ({ rows: [{ table: 'intents', key, row: { value } }] })
const entries = journalOf([row('a', 1), row('b', 2), row('a', 3)])
const head = entries.at(-1) as JournalEntry
const fault = (changed: readonly JournalEntry[], of: JournalHead = head) => journalFault(sha256, 'account', changed, of)

it('a journal verifies, and the order of keys in a body changes nothing', () => {
  expect(fault(entries)).toBeNull()
  const [one] = journalOf([{ b: 1, a: [{ d: 2, c: 3 }] }])
  const [other] = journalOf([{ a: [{ c: 3, d: 2 }], b: 1 }])
  expect(one?.hash).toBe(other?.hash)
})

it('a changed, missing, added or foreign entry is found', () => {
  const changed = entries.map((entry, i) => (i === 1 ? { ...entry, body: '{}' } : entry))
  expect(fault(changed)).toBe('entry 2 was changed')
  expect(fault(entries.map((entry, i) => (i === 1 ? { ...entry, at: 7 } : entry)))).toBe('entry 2 was changed')
  expect(fault(entries.filter((_, i) => i !== 1))).toBe('entry 2 is missing')
  expect(fault(entries.slice(0, 2))).toBe('the journal ends at 2 instead of 3')
  expect(fault([], { n: 0, hash: null })).toBeNull()
  expect(journalFault(sha256, 'other', entries, head)).toBe('entry 1 does not follow the one before')
})

it('the tables follow from a journal: the last state of each row', () => {
  const intents = replayJournal(entries).get('intents')
  expect([...(intents ?? [])]).toEqual([
    ['a', { value: 3 }],
    ['b', { value: 2 }],
  ])
})
