import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseAway } from './database-away.ts'
import { isAlive } from './embedded/postmaster.ts'
import { startEmbedded } from './embedded/supervisor.ts'
import { silentLogger } from './logger.ts'
import { newId } from './new-id.ts'
import { retryWhileAway } from './retry-while-away.ts'
import { schema } from './schema.ts'
import { sqlState, UNIQUE_VIOLATION } from './sql-state.ts'
import { type Database, startDatabase } from './start-database.ts'

const folders: string[] = []
function temporaryFolder(name = 'tradeloom-db-'): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const open = (dataDir: string): Promise<Database> => startDatabase({ dataDir, logger: silentLogger })

let template = ''
beforeAll(async () => {
  template = temporaryFolder()
  const database = await open(template)
  await database.stop()
})

/** A folder with a database without rows, which is copied because creating one takes seconds. */
function folderWithDatabase(): string {
  const folder = temporaryFolder()
  // Not `cpSync`: the files must keep their owner.
  expect(spawnSync('cp', ['-a', `${template}/.`, folder]).status).toBe(0)
  return folder
}

function someone(username: string) {
  return { id: newId(), name: username, username, displayUsername: username, email: `${username}@example.com` }
}

async function names(database: Database): Promise<string[]> {
  const rows = await database.db.select({ name: schema.users.name }).from(schema.users).orderBy(schema.users.name)
  return rows.map((row) => row.name)
}

describe('the embedded database', () => {
  it('keeps saved data across an orderly stop', async () => {
    const folder = folderWithDatabase()
    const first = await open(folder)
    expect(first.description).toMatch(/^embedded PostgreSQL 18/)
    await first.db.insert(schema.users).values(someone('ann'))
    await first.stop()
    const second = await open(folder)
    expect(await names(second)).toEqual(['ann'])
    await second.stop()
  })

  it('keeps its folder inaccessible to other users', () => {
    expect(statSync(join(template, 'postgres')).mode & 0o077).toBe(0)
    expect(statSync(join(template, 'postgres.password')).mode & 0o077).toBe(0)
  })

  it('works in a folder whose path is too long for a unix socket', async () => {
    const base = temporaryFolder()
    chmodSync(base, 0o755)
    const folder = join(base, 'x'.repeat(60), 'y'.repeat(60))
    const database = await open(folder)
    expect(await names(database)).toEqual([])
    await database.stop()
  })

  it.runIf(process.getuid?.() === 0)('says what to do when its user cannot reach the folder', async () => {
    await expect(open(join(temporaryFolder(), 'closed', 'data'))).rejects.toThrow('TRADELOOM_DATA')
  })

  it('refuses a second server on the same folder without disturbing the first', async () => {
    const folder = folderWithDatabase()
    const first = await open(folder)
    await expect(open(folder)).rejects.toThrow('Another Tradeloom server is already running')
    expect(await names(first)).toEqual([])
    await first.stop()
  })

  it('adopts the server of a killed program with everything it had acknowledged', async () => {
    const folder = folderWithDatabase()
    const written = await writeUntilKilled(folder)
    const database = await open(folder)
    const kept = new Set(await names(database))
    expect(written.length).toBeGreaterThan(0)
    expect(written.filter((name) => !kept.has(name))).toEqual([])
    await database.stop()
  })

  it('recovers after the database server itself was killed', { tags: ['full'] }, async () => {
    const folder = folderWithDatabase()
    const first = await open(folder)
    await first.db.insert(schema.users).values(someone('bob'))
    const pid = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await first.stop().catch(() => {})
    const second = await open(folder)
    expect(await names(second)).toEqual(['bob'])
    await second.stop()
  })
})

/** Waits for a state instead of a fixed time. */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await what())) await sleep(20)
}

const postmaster = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

const add = (database: Database, name: string) => database.db.insert(schema.users).values(someone(name))
const patiently = (work: () => Promise<unknown>) => retryWhileAway(work, { limitMs: 30_000 })

describe('a database that fails while in use', () => {
  async function survives(signal: NodeJS.Signals): Promise<void> {
    const folder = folderWithDatabase()
    const database = await open(folder)
    expect(await database.answers()).toBe(true)
    expect(database.sinceAway()).toBe(Infinity)
    await add(database, 'ann')
    const before = postmaster(folder)
    process.kill(before, signal)
    await until(() => database.sinceAway() !== Infinity)
    await patiently(() => add(database, 'bob'))
    expect(await names(database)).toEqual(['ann', 'bob'])
    await until(() => database.answers())
    expect(postmaster(folder)).not.toBe(before)
    // Other servers see the same owner: the lock is held again.
    await expect(open(folder)).rejects.toThrow('Another Tradeloom server is already running')
    const now = postmaster(folder)
    await database.stop()
    expect(isAlive(now)).toBe(false)
  }

  it('is restarted after a kill, and its clients continue', () => survives('SIGKILL'))

  it('is restarted after an outside stop, and its clients continue', { tags: ['full'] }, () => survives('SIGINT'))

  it('is reported as away when one of its processes is killed during a transaction', async () => {
    const folder = folderWithDatabase()
    const database = await open(folder)
    const error = await database.db
      .transaction(async (tx) => {
        await tx.insert(schema.users).values(someone('lost'))
        const answer = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
        process.kill(answer.rows[0]!.pid, 'SIGKILL')
        await until(() => database.sinceAway() !== Infinity)
        await tx.insert(schema.users).values(someone('never'))
      })
      .catch((thrown: unknown) => thrown)
    expect(isDatabaseAway(error)).toBe(true)
    await patiently(() => add(database, 'cat'))
    expect(await names(database)).toEqual(['cat'])
    await database.stop()
  })

  it('can be an external one that goes away and returns', { tags: ['full'] }, async () => {
    const server = await startEmbedded(join(temporaryFolder(), 'postgres'), silentLogger)
    const { host, port, user, password } = server.connection
    const url = `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/postgres`
    const database = await startDatabase({ dataDir: '', url, logger: silentLogger })
    process.kill(server.pid, 'SIGKILL')
    await until(() => database.sinceAway() === 0)
    expect(await database.answers()).toBe(false)
    expect(isDatabaseAway(await database.pool.query('select 1').catch((error: unknown) => error))).toBe(true)
    await until(() => database.answers())
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.stop()
    await server.stop()
  })
})

describe('database tables', () => {
  it('report a duplicate name by its SQLSTATE', async () => {
    const database = await open(folderWithDatabase())
    await database.db.insert(schema.users).values(someone('ann'))
    const error = await database.db
      .insert(schema.users)
      .values(someone('ann'))
      .catch((thrown: unknown) => thrown)
    expect(sqlState(error)).toBe(UNIQUE_VIOLATION)
    await database.stop()
  })
})

describe('newId', () => {
  it('sorts by creation time', () => {
    const ids = [1, 1000, 1_700_000_000_000, 1_800_000_000_000].map((time) => newId(time))
    expect(ids.toSorted()).toEqual(ids)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

/** Starts a writer in its own process, kills it with SIGKILL, and returns what had been acknowledged. */
async function writeUntilKilled(folder: string): Promise<string[]> {
  const source = `
    import { startDatabase, newId, schema, silentLogger } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const database = await startDatabase({ dataDir: ${JSON.stringify(folder)}, logger: silentLogger })
    for (let n = 0; ; n++) {
      const name = 'user' + n
      const row = { id: newId(), name, username: name, displayUsername: name, email: name + '@example.com' }
      await database.db.insert(schema.users).values(row)
      process.stdout.write(name + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.split('\n').length > 50) child.kill('SIGKILL')
  })
  await new Promise((done) => child.once('close', done))
  return output.split('\n').slice(0, -1)
}
