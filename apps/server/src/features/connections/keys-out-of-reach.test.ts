import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp, startTestDatabase, type TestDatabase, until } from '@tradeloom/testkit'
import { accountsKey, brokersKey } from '@tradeloom/vault/master'
import { type BinanceLab, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foundIn } from '../../testing/process-memory.fixture.ts'
import { processesOf } from '../../testing/signal-process.fixture.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')
const KEY = { apiKey: 'a-key-of-the-exchange', secret: 'a-secret-of-the-exchange' }

let database: TestDatabase
let lab: BinanceLab
let folder = ''
let server: ReturnType<typeof serve>
beforeAll(async () => {
  database = await startTestDatabase()
  await database.pool.query(`insert into venue_settings (venue_id, is_on) values ('BINANCE', true)`)
  const accounts = [{ ...KEY, balances: { USDT: '1000' } }]
  lab = await startBinanceLab({ clock: new LabClock(Date.now()), accounts })
  folder = mkdtempSync(join(tmpdir(), 'tradeloom-reach-'))
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await lab?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(openedFiles(), { force: true })
})

/** Loaded before the server: its process and those that it starts write down which files they open by name. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { appendFileSync } = fs
  const watch = (calls, name) => {
    const call = calls[name]
    calls[name] = (path, ...more) => {
      if (/keys|login[.]key/.test(path)) appendFileSync(process.env.OPENED_FILES, process.pid + ' ' + path + '\\n')
      return call(path, ...more)
    }
  }
  for (const name of ['openSync', 'readFileSync', 'open', 'readFile', 'createReadStream']) watch(fs, name)
  for (const name of ['open', 'readFile']) watch(fs.promises, name)
  syncBuiltinESMExports()`)}`

/** Those of the data folder that a process has opened by name. */
function openedBy(pid: number): string[] {
  const lines = readFileSync(openedFiles(), 'utf8').split('\n')
  const names = lines.filter((line) => line.startsWith(`${pid} `)).map((line) => line.slice(`${pid} `.length))
  return names.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length + 1))
}

const openedFiles = () => `${folder}.opened`

/** The server in a process of its own: that of a test has the keys that it looks for. */
function serve() {
  const { rest, streams, wsApi } = lab
  const child = spawn(process.execPath, ['--import', WATCH, MAIN], {
    env: {
      ...process.env,
      OPENED_FILES: openedFiles(),
      PORT: '0',
      DATABASE_URL: database.url,
      TRADELOOM_DATA: folder,
      TRADELOOM_SIMULATED_MARKET: 'off',
      TRADELOOM_SPARE_RUNNERS: 'off',
      TRADELOOM_AUTO_ANALYSIS: 'off',
      TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let words = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (words += text))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { pid: child.pid ?? 0, url: () => /ready: (\S+)\n/.exec(words)?.[1], ended, child }
}

/** A key in the forms in which programs have one. */
const formsOf = (key: Buffer) => [key.toString('latin1'), key.toString('hex'), key.toString('base64')]

// A server of its own, whose whole memory is searched.
it(
  'the private key of brokers and the master key are neither in the memory of the server nor in a file that it wrote',
  { tags: ['full'] },
  async () => {
    server = serve()
    await until(() => server.url() !== undefined)
    const user = await signUp(server.url() ?? '', 'owner')
    const entered = { broker: 'Binance', apiKey: KEY.apiKey, apiSecret: KEY.secret }
    const added = await user.post('/api/exchange-api-keys', { formStyle: 4, type: 'live', ...entered })
    expect(added.status, added.text).toBe(200)
    const keys = async () => (await user.get('/api/exchange-api-keys')).json as { connected: boolean | null }[]
    await until(async () => (await keys())[0]?.connected === true)
    expect(processesOf('brokers')).toHaveLength(1)

    // It finds its own key, so what opens files is watched.
    const opened = openedBy(server.pid)
    expect(opened).toContain('login.key')
    expect(opened.filter((path) => path.startsWith('keys'))).toEqual([])

    const master = readFileSync(join(folder, 'keys', 'master'))
    const [own, secrets] = [accountsKey(master), [master, brokersKey(master)].flatMap(formsOf)]
    // What the server works with is there, so this finds what is there.
    const [ownForm = ''] = formsOf(own)
    expect(foundIn(server.pid, [...secrets, ownForm])).toEqual([ownForm])
    const started = ['environ', 'cmdline'].map((name) => readFileSync(`/proc/${server.pid}/${name}`, 'latin1')).join()
    expect(secrets.filter((text) => started.includes(text))).toEqual([])

    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    const found = files
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
      .filter((path) => secrets.some((text) => readFileSync(path).includes(Buffer.from(text, 'latin1'))))
    expect(found).toEqual([join(folder, 'keys', 'master')])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
