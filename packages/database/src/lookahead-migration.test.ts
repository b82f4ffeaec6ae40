import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { schema } from './schema.ts'
import { type Database, startDatabase } from './start-database.ts'

const UPDATES = readFileSync(join(import.meta.dirname, '..', 'migrations', '0008_lookahead_verdicts.sql'), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^\s*UPDATE/.test(statement))

let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-db-'))
  database = await startDatabase({ dataDir: folder, logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('renames stored verdicts and detectors, and keeps the order of findings', async () => {
  const { db } = database
  const [userId, algorithmId] = [newId(), newId()]
  const person = { name: 'ann', username: 'ann', displayUsername: 'ann', email: 'ann@example.com' }
  await db.insert(schema.users).values({ id: userId, ...person })
  await db.insert(schema.algorithms).values({ id: algorithmId, userId, name: 'Old' })
  const finding = { kind: 'repaints', line: 6, column: 3, message: 'm' }
  const stored = [
    ['clean', []],
    [
      'repaints',
      [
        { ...finding, proof: 'repaint' },
        { ...finding, proof: 'warm-up' },
      ],
    ],
    ['not-run', []],
    [null, []],
  ] as const
  for (const [i, [verdict, findings]] of stored.entries()) {
    const id = newId()
    const script = { script: '', scriptHash: '', message: '', externals: [] }
    await db.insert(schema.algorithmVersions).values({ id, algorithmId, versionNo: i + 1, ...script })
    await db.insert(schema.versionChecks).values({
      versionId: id,
      verdict: verdict as 'unbiased' | null,
      findings: findings as never,
      queuedAt: new Date(i),
    })
  }
  for (const statement of UPDATES) await db.execute(statement)
  const rows = await db.select().from(schema.versionChecks).orderBy(schema.versionChecks.queuedAt)
  expect(rows.map(({ verdict }) => verdict)).toEqual(['unbiased', 'repaints', 'not-verified', null])
  expect(rows[1]?.findings).toEqual([
    { ...finding, detector: 'repaint' },
    { ...finding, detector: 'warm-up' },
  ])
  expect(rows[0]?.findings).toEqual([])
})
