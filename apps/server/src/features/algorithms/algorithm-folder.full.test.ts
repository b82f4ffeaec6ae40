import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HttpClient, signUp, startTestDatabase, type TestDatabase } from '@tradeloom/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.fixture.ts'

const TRADELOOM = join(import.meta.dirname, '..', '..', '..', '..', '..', 'bin', 'tradeloom')
/** As `signUp` sets it. */
const PASSWORD = 'correct horse'

let database: TestDatabase
let server: TestServer
let owner: HttpClient
let dir: string
let id: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-folder-'))
  database = await startTestDatabase()
  server = await startTestServer({ databaseUrl: database.url })
  owner = await signUp(server.url, 'author')
  id = (await owner.post('/api/algorithms', { name: 'Cross', description: 'In a folder', template: 'blank' })).json.id
})
afterAll(async () => {
  await server?.stop()
  await database?.stop()
  rmSync(dir, { recursive: true, force: true })
})

interface Ended {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** `bin/tradeloom algorithm`, without blocking the server in this process. */
function tradeloom(...args: string[]): Promise<Ended> {
  const env = { ...process.env, TRADELOOM_PASSWORD: PASSWORD, TRADELOOM_SERVER: server.url }
  return new Promise((resolve) => {
    execFile(TRADELOOM, ['algorithm', ...args, '--user', 'author'], { cwd: dir, env }, (error, out, err) => {
      resolve({ status: error === null ? 0 : Number(error.code), out, err })
    })
  })
}
const read = (name: string) => readFileSync(join(dir, 'cross', name), 'utf8')
const save = (message: string) =>
  owner.post(`/api/algorithms/${id}/versions`, { script: `// ${message}\nfunction onIntervalClose() {}\n`, message })

describe('bin/tradeloom algorithm', () => {
  it('pulls an algorithm with its versions, and pushes a changed script as the next one', async () => {
    await save('second')
    expect(await tradeloom('pull', 'Cross', 'cross')).toMatchObject({ status: 0, out: 'Pulled Cross v2, 2 versions\n' })
    expect(readdirSync(join(dir, 'cross', 'versions')).toSorted()).toEqual([
      'v0001.json',
      'v0001.ts',
      'v0002.json',
      'v0002.ts',
    ])
    expect(JSON.parse(read('algorithm.json'))).toMatchObject({ id, name: 'Cross', versionNo: 2 })
    expect(JSON.parse(read('versions/v0002.json'))).toMatchObject({ versionNo: 2, message: 'second' })
    expect(read('script.ts')).toBe(read('versions/v0002.ts'))

    expect((await tradeloom('push', 'cross')).out).toBe('Nothing to push: script.ts has no changes\n')
    appendFileSync(join(dir, 'cross', 'script.ts'), 'function onStop() {}\n')
    const pushed = await tradeloom('push', 'cross', '-m', 'from the folder')
    expect(pushed).toMatchObject({ status: 0, out: 'Pushed Cross v3\n' })
    const [newest] = (await owner.get(`/api/algorithms/${id}/versions`)).json
    expect(newest).toMatchObject({ versionNo: 3, message: 'from the folder' })
    expect(read('versions/v0003.ts')).toContain('function onStop')
  })

  it(
    'refuses to push when the server has a newer version, and to pull over changes that are not pushed',
    { tags: ['full'] },
    async () => {
      appendFileSync(join(dir, 'cross', 'script.ts'), '// mine\n')
      await save('fourth')
      const late = await tradeloom('push', 'cross')
      expect(late).toMatchObject({ status: 1, err: 'v4 has been saved in the meantime\n' })
      const refused = await tradeloom('pull', id, 'cross')
      expect(refused.status).toBe(1)
      expect(refused.err).toBe('script.ts has changes that are not pushed. Push them, or discard them with --force\n')
      expect((await tradeloom('pull', id, 'cross', '--force')).status).toBe(0)
      expect(read('script.ts')).toContain('// fourth')
    },
  )

  it('says what is wrong with a name, a folder and a script', async () => {
    expect((await tradeloom('pull', 'Nothing')).err).toBe('You have no algorithm Nothing\n')
    expect((await tradeloom('push', '.')).err).toContain('is not the folder of an algorithm')
    appendFileSync(join(dir, 'cross', 'script.ts'), '\nfunction (')
    const wrong = await tradeloom('push', 'cross')
    expect(wrong.status).toBe(1)
    expect(wrong.err).toMatch(/^Cannot save\. Script contains errors: Line \d+, column \d+/)
  })
})
