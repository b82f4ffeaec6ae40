import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { claimDataFolder } from './claim-data-folder.ts'
import { holdPort } from './hold-port.ts'
import { prepareStart } from './prepare-start.ts'

const ALONE = { isShared: false }
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('is rejected with one line when it is unusable', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => claimDataFolder(file, ALONE)).toThrow(
      `The data folder ${file} cannot be used: it is a file. Choose another`,
    )
    expect(() => claimDataFolder(join(file, 'below'), ALONE)).toThrow('part of its path is a file')
  })

  it('is closed to everybody else, also one that was open before', () => {
    const open = join(folder, 'open')
    mkdirSync(open, { mode: 0o755 })
    for (const data of [open, join(folder, 'new')]) {
      claimDataFolder(data, ALONE)()
      // Users of PostgreSQL and of runners pass through that of root.
      expect(statSync(data).mode & 0o777, data).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
    }
  })

  it('belongs to one server until that server ends, however it ends', () => {
    const data = join(folder, 'data')
    const release = claimDataFolder(data, ALONE)
    const lock = join(data, 'server.lock')
    expect(() => claimDataFolder(data, ALONE)).toThrow(`Another Tradeloom server (process ${process.pid}) already uses`)
    release()
    expect(existsSync(lock)).toBe(false)
    const killed = [
      // Its id was reused, its process has ended, or the machine lost power while it was written.
      { pid: process.ppid, startedAt: '1' },
      { pid: 2 ** 22 + 1, startedAt: '1' },
    ].map((holder) => JSON.stringify(holder))
    for (const left of [...killed, '', '{']) {
      writeFileSync(lock, left)
      claimDataFolder(data, ALONE)()
    }
  })
})

describe('a data folder with a database elsewhere', () => {
  it('is shared by several servers', () => {
    const data = join(folder, 'shared')
    claimDataFolder(data, { isShared: true })
    claimDataFolder(data, { isShared: true })
    expect(existsSync(join(data, 'server.lock'))).toBe(false)
  })
})

describe('the services', () => {
  it('are all of them unless some are listed', () => {
    expect([...readConfig({}).services]).toEqual(['http', 'realtime', 'runner'])
    expect([...readConfig({ TRADELOOM_SERVICES: 'http, realtime' }).services]).toEqual(['http', 'realtime'])
    expect(() => readConfig({ TRADELOOM_SERVICES: 'web' })).toThrow(
      'TRADELOOM_SERVICES: must name some of http, realtime, runner',
    )
  })

  it('need no port if they only run backtests', () => {
    expect(readConfig({ TRADELOOM_SERVICES: 'runner' }).port).toBeNull()
    expect(readConfig({ TRADELOOM_SERVICES: 'runner', PORT: '7071' }).port).toBe(7071)
  })
})

describe('the port', () => {
  it('is bound before anything else, and early requests are told to wait', async () => {
    const held = await holdPort('127.0.0.1', 0)
    const early = await fetch(`${held.url}/healthz`)
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
    held.serve((_, response) => response.end('here'))
    expect(await (await fetch(held.url)).text()).toBe('here')
    const { port } = held.server.address() as AddressInfo
    const data = join(folder, 'other')
    const second = prepareStart({ dataDir: data, databaseUrl: undefined, host: '127.0.0.1', port, trustedProxies: [] })
    await expect(second).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`)
    expect(existsSync(join(data, 'server.lock'))).toBe(false)
    await held.close()
  })

  it('needs an address of this machine', async () => {
    await expect(holdPort('192.0.2.1', 0)).rejects.toThrow('192.0.2.1 is not an address of this machine')
  })
})

describe('invalid settings', () => {
  it('are reported in one line', () => {
    const wrong = { PORT: '99999', TRADELOOM_RUNNERS: 'many', DATABASE_URL: 'mysql://x' }
    expect(() => readConfig(wrong)).toThrow(
      'Invalid settings in the environment: PORT: must be a whole number from 0 to 65535; ' +
        'DATABASE_URL: must begin with postgresql://; TRADELOOM_RUNNERS: must be a whole number from 1 to 64.',
    )
  })
})

describe('addresses of venues', () => {
  const read = (urls: unknown) => readConfig({ TRADELOOM_VENUE_URLS: JSON.stringify(urls) }).venueUrls

  it('are named by the adapter of each venue, and may be some of them', () => {
    expect(read({ BINANCE: { rest: 'https://proxy.example' } })).toEqual({ BINANCE: { rest: 'https://proxy.example' } })
    expect(readConfig({}).venueUrls).toEqual({})
  })

  it.each([
    [
      { BINANCE: { rset: 'https://proxy.example' } },
      'TRADELOOM_VENUE_URLS.BINANCE: BINANCE has the addresses rest, streams, wsApi',
    ],
    [{ BINANCE: { rest: 'proxy' } }, 'TRADELOOM_VENUE_URLS.BINANCE.rest: must be an address like https://host'],
    [{ NOWHERE: {} }, 'TRADELOOM_VENUE_URLS: must be JSON with addresses by venue'],
    ['https://proxy.example', 'TRADELOOM_VENUE_URLS: must be JSON with addresses by venue'],
  ])('are refused if they would not be used: %j', (urls, message) => {
    expect(() => read(urls)).toThrow(message)
    expect(() => readConfig({ TRADELOOM_VENUE_URLS: '{' })).toThrow('must be JSON with addresses by venue')
  })

  it('are refused in a variable that is no setting', () => {
    expect(() => readConfig({ TRADELOOM_SOME_URLS: '{}' })).toThrow('TRADELOOM_SOME_URLS is no setting')
  })
})

describe('a master key in the environment', () => {
  const hex = '0123456789abcdef'.repeat(4)

  it('is used instead of a file, and copied for whoever clears it', () => {
    const { given, isProvided } = readConfig({ TRADELOOM_MASTER_KEY: hex }).masterKey
    expect(isProvided).toBe(true)
    given?.().fill(0)
    expect(given?.().toString('hex')).toBe(hex)
    expect(readConfig({ TRADELOOM_MASTER_KEY: '' }).masterKey).toMatchObject({ isProvided: false })
  })

  it('is refused without being shown when it is no key, or when a file is named as well', () => {
    const wrong = `${hex}0`
    expect(() => readConfig({ TRADELOOM_MASTER_KEY: wrong })).toThrow(
      /^Invalid settings in the environment: TRADELOOM_MASTER_KEY: must be 64 hexadecimal digits, or what "tradeloom key export" prints\.$/,
    )
    expect(() => readConfig({ TRADELOOM_MASTER_KEY: hex, TRADELOOM_MASTER_KEY_FILE: '/run/key' })).toThrow(
      'TRADELOOM_MASTER_KEY and TRADELOOM_MASTER_KEY_FILE are both set; keep one.',
    )
  })
})

const MAIN = join(import.meta.dirname, '..', 'main.ts')

function start(data: string, port: number, stdio: 'pipe' | 'ipc', env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      TRADELOOM_DATA: data,
      TRADELOOM_SIMULATED_MARKET: 'off',
      LOG_LEVEL: stdio === 'ipc' ? 'trace' : 'warn',
      // The other tests start with the default settings.
      ...(stdio === 'ipc' ? { TRADELOOM_SPARE_RUNNERS: 'off', TRADELOOM_AUTO_ANALYSIS: 'off' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(stdio === 'ipc' ? ['ipc' as const] : [])],
  })
}

/** What every process below one was started with. */
function startedBelow(pid: number): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => {
    const texts = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${child}/${name}`, 'latin1'))
    return [texts.join(' '), ...startedBelow(child)]
  })
}

/** A process that has ended may still wait for its parent. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true
  }
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', done))

describe('the server as a process', () => {
  it('ends with one line before it creates a database when its port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => taken.once('listening', done))
    const { port } = taken.address() as AddressInfo
    const data = join(folder, 'unborn')
    const child = start(data, port, 'pipe')
    let words = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text))
    expect(await exitOf(child)).toBe(1)
    expect(words).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use.*\n$/)
    expect(existsSync(join(data, 'postgres'))).toBe(false)
    taken.close()
  })

  it('keeps working when nobody reads its output, and ends with its launcher', { tags: ['full'] }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'tradeloom-alone-'))
    const held = await holdPort('127.0.0.1', 0)
    const { port } = held.server.address() as AddressInfo
    await held.close()
    const child = start(data, port, 'ipc')
    // Nobody reads standard error, so its pipe fills up; standard output is closed.
    child.stdout?.destroy()
    const url = `http://127.0.0.1:${port}/healthz`
    const status = (): Promise<number> =>
      fetch(url).then(
        (answer) => answer.status,
        () => 0,
      )
    while ((await status()) !== 200) await new Promise((done) => setTimeout(done, 50))
    // Each writes a line to the log, in total more than a pipe holds.
    const nowhere = `http://127.0.0.1:${port}/api/${'x'.repeat(1000)}`
    for (let n = 0; n < 120; n++) expect((await fetch(nowhere)).status).toBe(404)
    const postmaster = Number(readFileSync(join(data, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    const gone = new Promise((done) => child.once('exit', done))
    child.disconnect()
    expect(await gone).toBe(0)
    expect(hasEnded(postmaster)).toBe(true)
    child.stderr?.destroy()
    rmSync(data, { recursive: true, force: true })
  })

  it('warns of a master key in its environment, and hands it to no child', { tags: ['full'] }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'tradeloom-planted-'))
    const planted = 'fedcba9876543210'.repeat(4)
    const child = start(data, 0, 'pipe', { TRADELOOM_MASTER_KEY: planted })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (words += text))
    await expect.poll(() => words).toContain('Tradeloom is ready')
    // The database, and a runner that waits for its first run.
    const below = (): string[] => startedBelow(child.pid ?? 0)
    await expect.poll(() => below().filter((text) => !text.includes('postgres')).length).toBeGreaterThan(0)
    expect(below().some((text) => text.includes('postgres'))).toBe(true)
    expect(below().filter((text) => text.includes(planted))).toEqual([])
    expect(words).toContain('TRADELOOM_MASTER_KEY_FILE is safer')
    expect(words).not.toContain(planted)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toBe(0)
    rmSync(data, { recursive: true, force: true })
  })
})
