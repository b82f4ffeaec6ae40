import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupState } from '@tradeloom/contracts'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

let database: TestDatabase
let server: TestServer
let admin: HttpClient
let other: HttpClient
beforeAll(async () => {
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url, env: { TRADELOOM_BACKUP_AT: '03:00 Europe/Berlin' } })
  admin = await signUp(server.url, 'operator')
  other = await signUp(server.url, 'other')
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
})

const PATH = '/api/admin/backups'
const state = async (): Promise<BackupState> => (await admin.get(PATH)).json

it('an administrator takes a backup of the files, and reads that the database is not in it', async () => {
  expect(await state()).toMatchObject({
    isOwnDatabase: true,
    schedule: { at: '03:00', timeZone: 'Europe/Berlin' },
    work: 'none',
    problem: null,
    backups: [],
  })
  expect((await admin.call('POST', PATH, {})).json).toMatchObject({ work: 'backing-up' })
  await expect.poll(async () => (await state()).backups).toHaveLength(1)
  const { backups, folder } = await state()
  expect(existsSync(join(folder, backups[0]?.name ?? '', 'backup.json'))).toBe(true)
  await expect.poll(async () => (await state()).work).toBe('none')
  const verified = await admin.call('POST', `${PATH}/${backups[0]?.name}/verify`, {})
  expect([verified.status, verified.json.code]).toEqual([409, 'own-database'])
})

it('only administrators see or take backups, and unknown ones are not found', async () => {
  expect((await other.get(PATH)).status).toBe(403)
  expect((await other.call('POST', PATH, {})).status).toBe(403)
  expect((await admin.call('POST', `${PATH}/20200101T000000Z/verify`, {})).status).toBe(404)
  expect((await admin.call('POST', `${PATH}/..%2f..%2fetc/verify`, {})).status).toBe(400)
})
