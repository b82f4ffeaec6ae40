import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupState, EmergencyKit } from '@tradeloom/contracts'
import { HttpClient, type S3StandIn, signUp, startS3StandIn } from '@tradeloom/testkit'
import { writePaperKey } from '@tradeloom/vault/paper'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const TERMINAL = join(import.meta.dirname, '..', '..', '..', '..', 'cli', 'src', 'main.ts')
const PATH = '/api/admin/backups'

let store: S3StandIn
let server: TestServer
let admin: HttpClient
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-kit-'))
beforeAll(async () => {
  chmodSync(folder, 0o755)
  store = await startS3StandIn()
  // Its own PostgreSQL, which is in the backup.
  server = await startTestServer({
    databaseUrl: '',
    env: {
      TRADELOOM_BACKUP_AT: 'off',
      TRADELOOM_BACKUP_STORE: `s3://${store.bucket}/ours`,
      TRADELOOM_BACKUP_ENDPOINT: store.endpoint,
      TRADELOOM_BACKUP_REGION: store.region,
      TRADELOOM_BACKUP_ACCESS_KEY_ID: store.accessKeyId,
      TRADELOOM_BACKUP_SECRET_ACCESS_KEY: store.secretAccessKey,
    },
  })
  admin = await signUp(server.url, 'operator')
  // The first secret makes the master key.
  expect((await admin.post('/api/two-factor/setup')).status).toBe(200)
})
afterAll(async () => {
  await server?.stop()
  await store?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const state = async (): Promise<BackupState> => (await admin.get(PATH)).json

it('a machine that is lost comes back from the store, with what the kit says and nothing else', async () => {
  expect((await admin.post(PATH)).status).toBe(200)
  await expect
    .poll(async () => (await state()).offsite, { timeout: 60_000 })
    .toMatchObject({
      place: `s3://${store.bucket}/ours`,
      backups: 1,
      problem: null,
    })
  const { json } = await admin.post(`${PATH}/emergency-kit`)
  const kit = json as EmergencyKit
  const lines = (await admin.get('/api/admin/audit?action=emergency-kit-shown')).json
  expect(lines).toMatchObject([{ actor: 'operator', via: 'web' }])
  expect(JSON.stringify(lines)).not.toContain(kit.masterKey)
  expect((await admin.get('/api/admin/master-key')).json.exported).not.toBe(null)
  await server.stop()
  const target = join(folder, 'new')
  const env = Object.fromEntries(kit.settings.map(({ name, value }) => [name, value]))
  const [restore, key, start] = kit.commands.map(({ command }) => command.replaceAll('NEW', target))
  expect(await run(restore, env)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`${target} is as it was at`),
  })
  const other = `tradeloom key restore ${writePaperKey(randomBytes(32))} --data ${target}`
  const text = 'This master key does not belong to this database. Nothing was changed'
  expect(await run(other, env)).toMatchObject({ status: 1, stderr: expect.stringContaining(text) })
  expect(readdirSync(join(target, 'keys'))).toEqual(['backup'])
  expect(await run(key, env)).toMatchObject({ status: 0, stderr: expect.stringContaining('The master key is back') })
  expect(start).toBe(`TRADELOOM_DATA=${target} tradeloom serve`)
  expect(readdirSync(join(target, 'keys')).toSorted()).toEqual(['backup', 'master'])
  server = await startTestServer({ databaseUrl: '', dataDir: target, env: { TRADELOOM_BACKUP_AT: 'off' } })
  const returned = new HttpClient(server.url)
  const login = { username: 'operator', password: 'correct horse' }
  expect((await returned.post('/login', login)).status).toBe(200)
  expect((await returned.get('/api/admin/master-key')).json).toMatchObject({ problem: null })
})

/** As somebody would type it on a machine that has nothing but the program. */
function run(command = '', env: Record<string, string>): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const [program, ...args] = command.split(' ')
  expect(program).toBe('tradeloom')
  const options = { env: { PATH: '/nowhere', TZ: 'UTC', ...env } }
  return new Promise((done) => {
    execFile(process.execPath, [TERMINAL, ...args], options, (error, stdout, stderr) => {
      done({ status: error?.code ?? 0, stdout, stderr })
    })
  })
}

it('the keys are in no file of the backup', () => {
  const stored = [...store.objects.values()]
  expect(stored.length).toBeGreaterThan(4)
  const key = readFileSync(join(folder, 'new', 'keys', 'backup'))
  for (const bytes of stored) expect(bytes.includes(key)).toBe(false)
})
