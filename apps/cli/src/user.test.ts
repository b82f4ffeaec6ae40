import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Database,
  findAccountLink,
  newestMail,
  newId,
  schema,
  silentLogger,
  startDatabase,
  userOfReset,
} from '@tradeloom/database'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const { credentials, mailOutbox, users } = schema

let dir = ''
/** The database of a running server. */
let database: Database
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tradeloom-user-'))
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(dir, 0o755)
  vi.stubEnv('DATABASE_URL', '')
  database = await startDatabase({ dataDir: join(dir, 'data'), logger: silentLogger })
})
beforeEach(() => database.db.delete(users))
afterAll(async () => {
  await database?.stop()
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

const tradeloom = (...args: string[]): Promise<Ended> => runInProcess(dir, ['user', ...args])

async function addUser(name: string, isAdmin = false): Promise<string> {
  const id = newId()
  const email = `${name.toLowerCase()}@example.com`
  await database.db
    .insert(users)
    .values({ id, name, username: name.toLowerCase(), displayUsername: name, email, isAdmin })
  await database.db
    .insert(credentials)
    .values({ id: newId(), userId: id, accountId: id, providerId: 'credential', password: 'hash' })
  return id
}

it('lists the users who can sign in', async () => {
  await addUser('Ann', true)
  await addUser('ben')
  const samples = {
    id: newId(),
    name: 'samples',
    username: 'samples',
    displayUsername: 'samples',
    email: 's@x.invalid',
  }
  await database.db.insert(users).values(samples)
  const { status, stdout } = await tradeloom('list')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Ann\s+ann@example\.com\s+package 0 .*, administrator\n/)
  expect(stdout).not.toContain('samples')
  const json = JSON.parse((await tradeloom('list', '--json')).stdout)
  expect(json.users.map(({ username }: { username: string }) => username).toSorted()).toEqual(['Ann', 'ben'])
})

it('prints a link for a new password, whose key belongs to that user', async () => {
  const id = await addUser('Ann')
  const { status, stdout } = await tradeloom('reset', 'ann@EXAMPLE.com')
  expect(status).toBe(0)
  const [, key = ''] = /^http:\/\/127\.0\.0\.1:7070\/\?key=([\w-]{43})\n$/.exec(stdout) ?? []
  expect(await userOfReset(database.db, key, Date.now())).toBe(id)
})

it('prints a link that removes second factors, which is on record', async () => {
  const id = await addUser('Ann')
  const { status, stdout, stderr } = await tradeloom('remove-factors', 'ann')
  expect(status).toBe(0)
  const [, key = ''] = /^http:\/\/127\.0\.0\.1:7070\/\?account=remove-factors\.([\w-]{43})\n$/.exec(stdout) ?? []
  expect(await findAccountLink(database.db, key, Date.now())).toMatchObject({ userId: id, purpose: 'remove-factors' })
  expect(stderr).toMatch(/^Valid once, from .* until .* UTC\n$/)
  const lines = await database.db.select().from(schema.auditLog)
  expect(lines.at(-1)).toMatchObject({ action: 'factors-link-made', object: id })
  const [mail] = await newestMail(database.db)
  expect(mail).toMatchObject({ recipient: 'ann@example.com', subject: 'Your second factor is about to be removed' })
  expect(mail?.body).not.toContain(key)
})

it('prints a link that logs a user in, which is on record', async () => {
  const id = await addUser('Ann')
  const { status, stdout } = await tradeloom('login-link', 'ann')
  expect(status).toBe(0)
  const [, key = ''] = /^http:\/\/127\.0\.0\.1:7070\/\?account=login\.([\w-]{43})\n$/.exec(stdout) ?? []
  expect(await findAccountLink(database.db, key, Date.now())).toMatchObject({ userId: id, purpose: 'login' })
  const lines = await database.db.select().from(schema.auditLog)
  expect(lines.at(-1)).toMatchObject({ action: 'login-link-made', object: id })
})

it('appoints and dismisses administrators, but not the last one', async () => {
  await addUser('ann', true)
  await addUser('ben')
  expect(await tradeloom('admin', 'ann', '--remove')).toMatchObject({
    status: 1,
    stderr: 'ann is the last administrator: make another user an administrator first\n',
  })
  expect(await tradeloom('admin', 'ben')).toMatchObject({ status: 0, stderr: 'ben is now an administrator\n' })
  expect((await tradeloom('admin', 'ann', '--remove')).status).toBe(0)
  const { stdout } = await tradeloom('list', '--json')
  const admins = JSON.parse(stdout).users.filter(({ isAdmin }: { isAdmin: boolean }) => isAdmin)
  expect(admins).toMatchObject([{ username: 'ben' }])
})

it('shows mail that waits in the outbox, but none that was sent', async () => {
  const mail = (recipient: string, sentAt: Date | null) => ({
    id: newId(),
    recipient,
    subject: 'Your new password',
    body: `link for ${recipient}`,
    sentAt,
  })
  await database.db.insert(mailOutbox).values([mail('waiting@x.yz', null), mail('sent@x.yz', new Date())])
  const { stdout } = await tradeloom('outbox')
  expect(stdout).toContain('To: waiting@x.yz\nSubject: Your new password')
  expect(stdout).toContain('link for waiting@x.yz')
  expect(stdout).not.toContain('sent@x.yz')
})

it('names an unknown user, and a folder without a database', async () => {
  expect(await tradeloom('reset', 'nobody')).toMatchObject({ status: 1, stderr: 'There is no user nobody\n' })
  const { status, stderr } = await tradeloom('list', '--data', join(dir, 'empty'))
  expect([status, stderr]).toEqual([
    1,
    `There is no Tradeloom database in ${join(dir, 'empty')} yet: start the server once\n`,
  ])
})

it('starts the database for as long as it takes when no server is running', async () => {
  await addUser('ann', true)
  await database.stop()
  expect((await tradeloom('list')).stdout).toContain('ann@example.com')
  // A server can start again at once.
  database = await startDatabase({ dataDir: join(dir, 'data'), logger: silentLogger })
})
