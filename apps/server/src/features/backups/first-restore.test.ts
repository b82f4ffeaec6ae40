import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupState, RestoreState } from '@tradeloom/contracts'
import { HttpClient, signUp, until } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfTemplate, startTestServer } from '../../testing/server.fixture.ts'
import { spawnServer } from '../../testing/spawn-server.fixture.ts'

const PATH = '/public-api/restore'
const WAIT = { timeout: 60_000 }

/** The folder of backups of an installation that is gone. */
let backups: string
const folders: string[] = []
beforeAll(async () => {
  backups = join(mkdtempSync(join(tmpdir(), 'tradeloom-old-')), 'backups')
  folders.push(join(backups, '..'))
  const old = await startTestServer({
    databaseUrl: '',
    env: { TRADELOOM_BACKUPS: backups, TRADELOOM_BACKUP_AT: 'off' },
  })
  const admin = await signUp(old.url, 'operator')
  await admin.post('/api/admin/backups')
  const state = async (): Promise<BackupState> => (await admin.get('/api/admin/backups')).json
  await until(async () => (await state()).backups.length === 1)
  await old.stop()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const stateOf = async (visitor: HttpClient): Promise<RestoreState> => (await visitor.get(PATH)).json

it('an empty installation becomes the one of the backup, and starts again by itself', async () => {
  const dataDir = copyOfTemplate()
  folders.push(dataDir)
  const server = await spawnServer({ databaseUrl: '', dataDir, env: { TRADELOOM_BACKUP_AT: 'off' } })
  try {
    const visitor = new HttpClient(server.url)
    expect((await visitor.get('/public-api/bootstrap')).json).toMatchObject({ canRestore: true })
    const login = { username: 'operator', password: 'correct horse' }
    expect((await visitor.post('/login', login)).status).not.toBe(200)
    expect((await visitor.post(PATH, { place: backups })).json).toEqual({ state: 'restoring', problem: null })
    const isBack = () =>
      visitor.post('/login', login).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(isBack, WAIT).toBe(200)
    expect((await visitor.get('/public-api/bootstrap')).json).toMatchObject({ canRestore: false })
    expect(await stateOf(visitor)).toEqual({ state: 'none', problem: null })
    expect(readdirSync(join(dataDir, 'replaced'))).toContain('postgres')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restored'))).toEqual([])
    expect((await visitor.post(PATH, { place: backups })).status).toBe(403)
  } finally {
    await server.stop()
  }
})

it('asks for the setup token, says what is wrong, and changes nothing by that', async () => {
  const env = { HOST: '0.0.0.0', TRADELOOM_BACKUP_AT: 'off' }
  const server = await startTestServer({ databaseUrl: '', env })
  try {
    const visitor = new HttpClient(server.url)
    const place = join(backups, '..')
    const refused = await visitor.post(PATH, { place, setupToken: 'guessed' })
    expect([refused.status, refused.json.fields]).toEqual([400, { setupToken: expect.stringContaining('setup token') }])
    const { setupToken } = server
    expect((await visitor.post(PATH, { place: 'backups', setupToken })).json.fields).toHaveProperty('place')
    expect((await visitor.post(PATH, { place: 's3://bucket/x', setupToken })).json.message).toContain(
      'needs TRADELOOM_',
    )
    expect((await visitor.post(PATH, { place, setupToken })).status).toBe(200)
    await expect.poll(async () => (await stateOf(visitor)).state, WAIT).toBe('failed')
    expect((await stateOf(visitor)).problem).toContain('is no backup')
    expect(existsSync(join(server.dataDir, 'restored'))).toBe(false)
    await signUp(server.url, 'first', { setupToken })
    expect((await visitor.post(PATH, { place: backups, setupToken })).status).toBe(403)
  } finally {
    await server.stop()
  }
})
