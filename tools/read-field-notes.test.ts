import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readFieldNotes } from './read-field-notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-notes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reads the comments of fields through extensions, lists, variants, other files and functions', () => {
  mkdirSync(join(folder, 'socket'))
  writeFileSync(
    join(folder, 'fill.ts'),
    `import { z } from 'zod'
/** One fill. */
export const fill = z.object({
  /** UTC
   * milliseconds. */
  time: z.number(),
  // Not for readers.
  price: z.number(),
})
const variants = z.union([z.object({ /** Here. */ a: z.number(), /** Same. */ b: z.number() }), z.object({ /** There. */ a: z.number(), /** Same. */ b: z.number() })])
export const order = fill.extend({ /** Again. */ time: z.number().nullable(), inner: variants.nullable() })
`,
  )
  writeFileSync(
    join(folder, 'socket/answers.ts'),
    `import { fill as one, order } from '../fill.ts'
export const call = endpoint({ response: z.array(order) })
export function answers() {
  const unused = 1
  return { brokers: { last: one, all: call.response, none: itself } } as const
}
const itself = z.lazy(() => itself).or(itself)
`,
  )
  const notes = readFieldNotes(folder)
  expect([...(notes.get('fill') ?? [])]).toEqual([['time', 'UTC milliseconds.']])
  expect([...(notes.get('answers') ?? [])]).toEqual([
    ['brokers.last.time', 'UTC milliseconds.'],
    ['brokers.all.time', 'Again.'],
    ['brokers.all.inner.b', 'Same.'],
  ])
})
