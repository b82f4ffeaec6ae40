import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Envelopes } from './envelopes.ts'
import { openMasterKey } from '../../testing/master-key.fixture.ts'

const PLACE = { table: 'second_factors', row: '1', column: 'secret' }

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await startTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-envelopes-'))
})
afterAll(async () => {
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = () => new Envelopes(openMasterKey(database.db, join(folder, 'keys', 'master')))

it('what the server seals it can read after a restart, in its place alone', async () => {
  const [envelope] = await Promise.all([open().seal('secret', PLACE), open().seal('other', PLACE)])
  expect(await open().open(envelope, PLACE)).toBe('secret')
  await expect(open().open(envelope, { ...PLACE, row: '2' })).rejects.toMatchObject({ kind: 'unavailable' })
})
