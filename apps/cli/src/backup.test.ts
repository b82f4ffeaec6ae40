import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, silentLogger, startDatabase } from '@tradeloom/database'
import { startS3StandIn } from '@tradeloom/testkit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

let dir = ''
/** The database of a running server. */
let database: Database
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-backups-'))
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(dir, 0o755)
  vi.stubEnv('DATABASE_URL', '')
  // Nothing of PostgreSQL but what comes with the program.
  vi.stubEnv('PATH', '/nowhere')
  database = await startDatabase({ dataDir: join(dir, 'data'), logger: silentLogger })
})
afterAll(async () => {
  await database?.stop()
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

const tradeloom = (...args: string[]): Promise<Ended> => runInProcess(dir, args)

it('a backup is taken beside the running server, listed, verified and restored', async () => {
  const taken = await tradeloom('backup')
  expect(taken).toMatchObject({ status: 0, stderr: expect.stringContaining('Not verified yet') })
  const [name = ''] = await readdir(join(dir, 'data', 'backups'))
  expect(taken.stdout).toBe(`${join(dir, 'data', 'backups', name)}\n`)
  expect((await tradeloom('backup', 'list')).stdout).toContain('not verified')
  const verified = await tradeloom('backup', 'verify')
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('was restored and is intact') })
  expect((await tradeloom('backup', 'list')).stdout).toMatch(/verified \d{4}-\d\d-\d\d/)
  const folder = join(dir, 'data', 'backups', name)
  const restored = await tradeloom('restore', folder, '--data', join(dir, 'new'))
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining(`${join(dir, 'new')} is as it was at`) })
  const again = await tradeloom('restore', folder, '--data', join(dir, 'new'))
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
})

it('a backup goes to a store, encrypted, and comes back from there with the printed key alone', async () => {
  const store = await startS3StandIn()
  try {
    const place = `s3://${store.bucket}/ours`
    vi.stubEnv('TRADELOOM_BACKUP_ENDPOINT', store.endpoint)
    vi.stubEnv('TRADELOOM_BACKUP_REGION', store.region)
    vi.stubEnv('TRADELOOM_BACKUP_ACCESS_KEY_ID', store.accessKeyId)
    const secret = join(dir, 'secret')
    await writeFile(secret, `wrong\n`)
    vi.stubEnv('TRADELOOM_BACKUP_SECRET_ACCESS_KEY_FILE', secret)
    const before = await readdir(join(dir, 'data', 'backups'))
    expect(await tradeloom('backup', '--to', place)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is wrong'),
    })
    expect(await readdir(join(dir, 'data', 'backups'))).toEqual(before)
    await writeFile(secret, `${store.secretAccessKey}\n`)
    expect((await tradeloom('backup', 'list', '--to', place)).stderr).toContain('There is no backup in s3://')
    const taken = await tradeloom('backup', '--to', place)
    expect(taken).toMatchObject({ status: 0, stderr: expect.stringContaining('tradeloom key export --backup') })
    expect(taken.stdout).toMatch(new RegExp(`^${place}/\\d{8}T\\d{6}Z\n$`))
    const verified = await tradeloom('backup', 'verify', '--to', place)
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining('was restored and is intact') })
    expect((await tradeloom('backup', 'list', '--to', place)).stdout).toMatch(/verified \d{4}-\d\d-\d\d/)
    const target = join(dir, 'from-store')
    const without = await tradeloom('restore', place, '--data', target)
    expect(without).toMatchObject({ status: 1, stderr: expect.stringContaining('set TRADELOOM_BACKUP_KEY') })
    const key = (await tradeloom('key', 'export', '--backup', '--yes')).stdout
    vi.stubEnv('TRADELOOM_BACKUP_KEY', key.trim())
    for (const from of [taken.stdout.trim(), place]) {
      const restored = await tradeloom('restore', from, '--data', target)
      expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining(`${target} is as it was at`) })
      await rm(target, { recursive: true })
    }
  } finally {
    vi.stubEnv('TRADELOOM_BACKUP_KEY', '')
    await store.stop()
  }
})

it('a folder without backups says how to make one', async () => {
  const empty = join(dir, 'none')
  expect(await tradeloom('backup', 'list', '--to', empty)).toMatchObject({
    status: 0,
    stderr: `There is no backup in ${empty} yet\n`,
  })
  expect(await tradeloom('backup', 'verify', '--to', empty)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('make one with "tradeloom backup"'),
  })
  expect(await tradeloom('restore', empty, '--data', join(dir, 'other'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is no backup'),
  })
})
