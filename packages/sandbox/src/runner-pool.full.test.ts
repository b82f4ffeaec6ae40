import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { LANGUAGE_NAMES, RESERVED_NAMES } from '@tradeloom/script'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ColumnsFile } from './columns-file.ts'
import { tree } from './launch/process-tree.ts'
import { EURUSD, runSpec, writeMinutes } from './market-data.fixture.ts'
import type { RunOutcome, RunProgress } from './run-job.ts'
import type { RunRequest } from './pool-requests.ts'
import { createRunnerPool, type RunnerPool } from './runner-pool.ts'

const MONTH = 31_000
const SMA_CROSS = `const externals = [{ name: 'fast', defaultValue: 11 }, { name: 'slow', defaultValue: 31 }]
const fastAverage = indicators.SMA('M1', fast)
const slowAverage = indicators.SMA('M1', slow)
function onIntervalClose() {
  if (!fastAverage.ready || !slowAverage.ready) return
  const up = fastAverage.value(1) < slowAverage.value(1) && fastAverage.value() > slowAverage.value()
  const down = fastAverage.value(1) > slowAverage.value(1) && fastAverage.value() < slowAverage.value()
  if (up || down) closeAll()
  if (up) buy({ quantity: 10000, stopLossPips: 40 })
  if (down) sell({ quantity: 10000, stopLossPips: 40 })
}`
/**
 * Runs until it is ended, with pauses between ticks in which it can be stopped. The sum keeps the compiler from removing
 * the loop.
 */
const SLOW = `let sum = 0
function onTick() { for (let k = 0; k < 3e5; k++) sum += Math.sqrt(k) }`

const cacheDir = join(import.meta.dirname, '..', '..', '..', '.cache', 'engine')
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-sandbox-'))
let month: ColumnsFile
let pool: RunnerPool

function request(id: string, source: string, more: Partial<RunRequest> = {}): RunRequest {
  const series = [{ instrumentId: EURUSD.id, columnsFile: month }]
  return { id, tenant: 'tester', source, spec: runSpec(MONTH), series, ...more }
}

/** A process whose exit status nobody has collected is still dead. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !readFileSync(path, 'utf8').includes(') Z ')
}

function logged(outcome: RunOutcome): string[] {
  if (!('result' in outcome)) throw new Error(`Run did not end well: ${JSON.stringify(outcome)}`)
  return outcome.result.log.map(({ message }) => message)
}

/** How a run with an error has ended. */
const place = async (source: string, more: Partial<RunRequest> = {}): Promise<unknown> => {
  const outcome = await pool.run(request('mistake', source, more))
  return outcome.status === 'errored' ? { kind: outcome.kind, ...outcome.error } : outcome.status
}

/** A run that has started working. */
const started = async (id: string, more: Partial<RunRequest> = {}): Promise<{ outcome: Promise<RunOutcome> }> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const outcome = pool.run({ ...request(id, SLOW), onProgress: () => resolve(), ...more })
  await promise
  return { outcome }
}

beforeAll(async () => {
  // Runners of the setpriv level have another user id.
  chmodSync(folder, 0o755)
  month = writeMinutes(folder, MONTH)
  pool = await createRunnerPool({ size: 2, warmsUp: false, cacheDir, readableDirs: [folder] })
})

afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a well-behaved script', () => {
  it('trades, reports progress and returns its result', async () => {
    const seen: RunProgress[] = []
    const outcome = await pool.run(request('sma', SMA_CROSS, { onProgress: (progress) => seen.push(progress) }))
    if (!('result' in outcome)) throw new Error(JSON.stringify(outcome))
    expect(outcome.status).toBe('completed')
    expect(outcome.result.statistics.closedPositions).toBeGreaterThan(100)
    expect(outcome.result.ticks).toBe(MONTH * 4)
    expect(outcome.resultHash).toMatch(/^[0-9a-f]{64}$/)
    expect(outcome.cpuMs).toBeGreaterThan(0)
    for (const { progress } of seen) expect(progress).toBeLessThanOrEqual(1)
  })

  it('gives the same hash alone, in parallel, and in later runners', { tags: ['full'] }, async () => {
    const run = (id: string): Promise<RunOutcome> => pool.run(request(id, SMA_CROSS))
    const outcomes = [
      await run('1'),
      ...(await Promise.all([run('2'), run('3')])),
      ...(await Promise.all([run('4'), run('5')])),
    ]
    const hashes = new Set(outcomes.map((outcome) => ('resultHash' in outcome ? outcome.resultHash : outcome.status)))
    expect([...hashes]).toHaveLength(1)
    const other = await pool.run(request('other', SMA_CROSS, { spec: runSpec(MONTH, { externals: { fast: 12 } }) }))
    expect(hashes).not.toContain('resultHash' in other ? other.resultHash : '')
  })

  it('can read part of a file', async () => {
    const part = { ...month, first: 100, last: 200 }
    const series = [{ instrumentId: EURUSD.id, columnsFile: part }]
    const outcome = await pool.run(request('part', 'function onTick() {}', { series }))
    expect('result' in outcome && outcome.result.ticks).toBe(400)
  })

  it('gets externals with their defaults, with types erased', async () => {
    const source = `const externals = ['a', { name: 'b', defaultValue: 2 }, 'c'] as const
      function onStart(): void { log(a, b, typeof c) }
      function onTick(): void {}`
    const outcome = await pool.run(request('externals', source, { spec: runSpec(MONTH, { externals: { a: 5 } }) }))
    expect(logged(outcome)).toEqual(['5 2 undefined'])
  })
})

describe('the globals of a script', () => {
  it('include simulated time and seeded randomness, and nothing of the host', async () => {
    const source = `
      const first = Math.random()
      let started = 0
      function onStart() { started = Date.now() === now() ? 1 : 0 }
      function onStop() {
        log(first, started, new Date(0).toISOString(), new Date().getTime() === now(), new Date(2024, 0, 1).getTimezoneOffset())
        log(typeof process, typeof require, typeof console, typeof WebAssembly, typeof Intl, typeof SharedArrayBuffer)
        log(typeof (0).toLocaleString, typeof 'a'.localeCompare, typeof ({}).toLocaleString, typeof (() => 1).constructor)
      }
      function onTick() {}`
    const [one, two, three] = logged(await pool.run(request('world', source)))
    expect(one).toMatch(/^0\.\d+ 1 1970-01-01T00:00:00\.000Z true 0$/)
    expect(two).toBe(Array(6).fill('undefined').join(' '))
    // Functions inherit from Object, whose constructor only creates plain objects.
    expect(three).toBe('undefined undefined undefined function')
    const again = logged(await pool.run(request('again', source)))
    expect(again[0]).toBe(one)
    const seeded = await pool.run(request('seeded', source, { spec: runSpec(MONTH, { seed: 8 }) }))
    expect(logged(seeded)[0]).not.toBe(one)
  })

  it('include all names of the language that the analysis knows, frozen', async () => {
    const names = [...LANGUAGE_NAMES].filter((name) => !['undefined', 'NaN', 'Infinity'].includes(name))
    const source = `function onTick() {}
      function onStart() {
        const all = { ${names.join(', ')} }
        for (const name of Object.keys(all)) if (!Object.isFrozen(all[name])) log(name)
      }`
    expect(logged(await pool.run(request('names', source)))).toEqual([])
    expect(names.filter((name) => RESERVED_NAMES.has(name))).toEqual([])
  })

  it('allow assignments that frozen prototypes would forbid', async () => {
    const source = `class Loss extends Error { constructor(text) { super(text); this.name = 'Loss' } }
      function onTick() {}
      function onStart() {
        const a = {}; a.toString = () => 'own'; a.constructor = 1
        log(String(a), new Loss('big').name, Object.keys(a).join())
      }`
    expect(logged(await pool.run(request('override', source)))).toEqual(['own Loss toString,constructor'])
  })
})

describe('errors of a run', () => {
  it('have the line and column of the source as written, even on line 1', async () => {
    expect(await place(`function onTick() { undefined.x }`)).toMatchObject({ kind: 'script', line: 1, column: 31 })
    expect(await place(`const a: number = 1\nfunction onTick() {\n  null.b(a)\n}`)).toMatchObject({
      line: 3,
      column: 8,
    })
    const several = 'const f = (x) => g(x); function g(x) { return [x].map((y) => y.z.a) }\nfunction onTick() { f(1) }'
    expect(await place(several)).toMatchObject({ line: 1, column: 66 })
    expect(await place(`const externals = ['q']\nthrow new TypeError('at ' + q)\nfunction onTick() {}`)).toEqual({
      kind: 'script',
      message: 'TypeError: at undefined',
      line: 2,
      column: 7,
    })
    expect(await place('function onTick() { foo() }')).toMatchObject({ message: 'foo is not declared', column: 21 })
  })

  it('tell whether the script was given a price before', async () => {
    const isBefore = async (source: string, more: Partial<RunRequest> = {}): Promise<unknown> => {
      const outcome = await pool.run(request('mistake', source, more))
      return outcome.status === 'errored' ? (outcome.isBeforePrices ?? false) : outcome.status
    }
    expect(await isBefore('function onTick( {')).toBe(true)
    expect(await isBefore('throw new Error("at its start")\nfunction onTick() {}')).toBe(true)
    expect(await isBefore('for (;;);\nfunction onTick() {}', { limits: { cpuMs: 300 } })).toBe(true)
    expect(await isBefore('function onTick() { throw new Error("at its first price") }')).toBe(false)
    expect(await isBefore('function onTick() { for (;;); }', { limits: { cpuMs: 300 } })).toBe(false)
    expect(await isBefore('function onTick() { throw new RangeError("Array buffer allocation failed") }')).toBe(false)
  })

  it('come with the log so far', async () => {
    const outcome = await pool.run(request('log', `function onTick() { log('before'); throw new Error('no') }`))
    expect(outcome.status === 'errored' && outcome.log.map(({ message }) => message)).toEqual(['before'])
  })

  it('have a text even if the script throws something other than an Error', async () => {
    expect(await place(`function onTick() { throw 'words' }`)).toEqual({
      kind: 'script',
      message: 'Script threw words',
    })
    expect(await place(`function onTick() { throw null }`)).toEqual({ kind: 'script', message: 'Script threw null' })
  })

  it('are input errors if the request is wrong rather than the script', async () => {
    const spec = runSpec(MONTH, { start: Date.UTC(2030, 0, 1), end: Date.UTC(2030, 0, 2) })
    expect(await place('function onTick() {}', { spec })).toMatchObject({ kind: 'input' })
  })

  it('end a run whose result is too large', async () => {
    const limits = { resultBytes: 20_000 }
    const source = `let k = 0\nfunction onTick() { plot('n', k++) }`
    expect(await place(source, { limits })).toMatchObject({ kind: 'result-too-large' })
  })

  it('end a run at its wall time limit', async () => {
    const limits = { cpuMs: 60_000, wallMs: 700 }
    expect(await place('function onTick() { for (;;); }', { limits })).toEqual({
      kind: 'timeout',
      message: 'Script ran longer than 0.7 s',
    })
  })

  it('count as failures if they are not the script’s fault', async () => {
    const series = [{ instrumentId: EURUSD.id, columnsFile: { ...month, path: join(folder, 'nowhere') } }]
    const outcome = await pool.run(request('no file', 'function onTick() {}', { series }))
    expect(outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('nowhere') } })
    expect(outcome).toMatchObject({ isDataReplaced: true })
  })

  it('count as failures if the prices are not the verified ones', async () => {
    const { ino, size, mtimeMs } = statSync(month.path)
    const stamp = { inode: ino, size, modified: mtimeMs }
    const run = (columnsFile: ColumnsFile): ReturnType<typeof pool.run> =>
      pool.run(request('verified', 'function onTick() {}', { series: [{ instrumentId: EURUSD.id, columnsFile }] }))
    expect(await run({ ...month, stamp })).toMatchObject({ status: 'completed' })
    const other = await run({ ...month, stamp: { ...stamp, inode: ino + 1 } })
    expect(other).toMatchObject({ error: { message: expect.stringContaining('not the one that was verified') } })
    expect(other).toMatchObject({ status: 'failed', isDataReplaced: true })
  })
})

describe('the log of a run', () => {
  it('can be read while the run is in progress', async () => {
    const source = `let n = 0\n${SLOW.replace('{', '{ log(++n);')}`
    const control = new AbortController()
    const { outcome } = await started('talking', { source, signal: control.signal })
    const lines = (await pool.log('talking', 2)) ?? []
    expect(lines).toHaveLength(2)
    expect(Number(lines[1]?.message)).toBe(Number(lines[0]?.message) + 1)
    const later = await pool.log('talking', 1)
    expect(Number(later?.[0]?.message)).toBeGreaterThan(Number(lines[1]?.message))
    control.abort()
    expect(await outcome).toEqual({ status: 'canceled' })
    expect(await pool.log('talking')).toBeNull()
  })

  it('is empty if its script never pauses', async () => {
    const control = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    const more = { signal: control.signal, onStart: resolve }
    const outcome = pool.run(request('silent', `function onTick() { log('a'); for (;;); }`, more))
    await promise
    expect(await pool.log('silent')).toEqual([])
    control.abort()
    await outcome
  })
})

describe('a pool with several tenants', () => {
  it('does not let endless loops of one tenant keep others waiting', { tags: ['full'] }, async () => {
    const control = new AbortController()
    const limits = { cpuMs: 300_000 }
    const hog = { tenant: 'hog', signal: control.signal, limits }
    const running: string[] = []
    const loops = ['1', '2', '3', '4'].map((id) =>
      pool.run(request(`loop ${id}`, 'function onTick() { for (;;); }', { ...hog, onStart: () => running.push(id) })),
    )
    await expect.poll(() => running).toEqual(['1', '2'])
    const small = Array.from({ length: 10 }, (_, at) => pool.run(request(`small ${at}`, SMA_CROSS)))
    const ended = await Promise.all(small)
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(new Set(ended.map((outcome) => 'resultHash' in outcome && outcome.resultHash)).size).toBe(1)
    // During all that time, the loops kept their places and got no more.
    expect(running).toEqual(['1', '2'])
    expect(pool.stats()).toMatchObject({ running: 2, waiting: 2 })
    control.abort()
    for (const outcome of await Promise.all(loops)) expect(outcome).toEqual({ status: 'canceled' })
  })

  it('charges a run about the processor time that it takes alone', async () => {
    const cpuOf = async (id: string): Promise<number> => {
      const outcome = await pool.run(request(id, SMA_CROSS))
      return 'cpuMs' in outcome ? outcome.cpuMs : Number.NaN
    }
    await cpuOf('first')
    const alone = await cpuOf('alone')
    const control = new AbortController()
    const loop = pool.run(request('loop', 'for (;;);\nfunction onTick() {}', { tenant: 'hog', signal: control.signal }))
    const beside = await cpuOf('beside')
    control.abort()
    await loop
    expect(beside).toBeLessThan(alone * 4)
  })
})

describe('ending a run', () => {
  it.skipIf(process.platform !== 'linux')(
    'needs another process: system calls of runners are filtered at the best level',
    async () => {
      const controller = new AbortController()
      const { outcome } = await started('filtered', { signal: controller.signal })
      const inner = tree(pool.stats().pids['filtered'] ?? 0).at(-1)
      const status = readFileSync(`/proc/${inner}/status`, 'utf8')
      controller.abort()
      await outcome
      expect(/^NoNewPrivs:\t(\d)$/m.exec(status)?.[1]).toBe(pool.level === 'plain' ? '0' : '1')
      expect(/^Seccomp:\t(\d)$/m.exec(status)?.[1]).toBe(pool.level === 'bwrap' ? '2' : '0')
    },
  )

  it('by a stop returns the result so far', async () => {
    const { outcome } = await started('stop')
    expect(pool.stop('stop')).toBe(true)
    const ended = await outcome
    expect(ended).toMatchObject({ status: 'stopped' })
    if ('result' in ended) expect(ended.result.ticks).toBeLessThan(MONTH * 4)
    expect(pool.stop('stop')).toBe(false)
  })

  it('by an abort is immediate, whether it is waiting or running', async () => {
    const running = new AbortController()
    const { outcome } = await started('cancel', { signal: running.signal })
    const pids = tree(pool.stats().pids['cancel'] ?? 0)
    running.abort()
    expect(await outcome).toEqual({ status: 'canceled' })
    await expect.poll(() => pids.filter((pid) => isAlive(pid))).toEqual([])
    const waiting = new AbortController()
    waiting.abort()
    expect(await pool.run(request('never', SLOW, { signal: waiting.signal }))).toEqual({ status: 'canceled' })
  })

  it('is possible while the run is waiting', async () => {
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
    const names: string[] = []
    const onStart = (): void => void names.push('stopped')
    const busy = [one, two].map((control, at) => pool.run(request(`busy ${at}`, SLOW, { signal: control.signal })))
    const canceled = pool.run(request('canceled', SLOW, { signal: three.signal }))
    const stopped = pool.run(request('stopped', SLOW, { onStart }))
    await expect.poll(() => pool.stats()).toMatchObject({ running: 2, waiting: 2 })
    expect(await pool.run(request('stopped', SLOW))).toMatchObject({ status: 'failed' })
    three.abort()
    expect(await canceled).toEqual({ status: 'canceled' })
    expect(await pool.log('stopped')).toEqual([])
    expect(names).toEqual([])
    expect(pool.stop('stopped')).toBe(true)
    one.abort()
    two.abort()
    await Promise.all(busy)
    const ended = await stopped
    expect(ended).toMatchObject({ status: 'stopped', result: { statistics: { positionCount: 0 } } })
    expect(names).toEqual(['stopped'])
    expect(pool.stats()).toMatchObject({ running: 0, waiting: 0, pids: {} })
  })

  it('by a kill from outside is reported as a failure with a reason', async () => {
    for (const which of [0, -1]) {
      const { outcome } = await started('lost')
      process.kill(tree(pool.stats().pids['lost'] ?? 0).at(which) ?? 0, 'SIGKILL')
      expect(await outcome).toMatchObject({
        status: 'failed',
        error: { message: expect.stringContaining('Runner was lost') },
      })
    }
    expect((await pool.run(request('after', SMA_CROSS))).status).toBe('completed')
  })

  it('does not fail when idle runners were killed before it', async () => {
    await wait(800)
    const before = tree(process.pid).filter((pid) => pid !== process.pid)
    for (const pid of before) {
      try {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('runner.js')) process.kill(pid, 'SIGKILL')
      } catch {
        // Gone together with the previous one.
      }
    }
    await wait(300)
    expect((await pool.run(request('fresh', SMA_CROSS))).status).toBe('completed')
  })
})

describe('closing the pool', () => {
  it.each(inject('lane') === 'full' ? [0, 1, 2, 4, 8, 16] : [0, 4])(
    '%i ms after its start leaves no process behind',
    async (delay) => {
      const options = { size: 2, cacheDir, readableDirs: [folder] }
      const other = await createRunnerPool(options)
      await wait(delay)
      // The second and third runs have no runner yet.
      const runs = ['one', 'two', 'three'].map((id) => other.run(request(id, SLOW)))
      const pids = tree(process.pid).filter((pid) => pid !== process.pid)
      await other.close()
      for (const outcome of await Promise.all(runs)) expect(outcome).toMatchObject({ status: 'failed' })
      const own = tree(process.pid)
      const orphan = (pid: number): boolean => isAlive(pid) && !own.includes(pid)
      await expect.poll(() => pids.filter((pid) => orphan(pid))).toEqual([])
    },
  )
})

describe('a sandbox level', () => {
  it.each(['setpriv', 'plain'] as const)(
    '%s gives the same result or reports why it is not available',
    async (sandboxLevel) => {
      const warned: string[] = []
      const logger = { info: () => undefined, warn: (_: object, message: string) => void warned.push(message) }
      const open = { size: 1, cacheDir, readableDirs: [folder], sandboxLevel, logger }
      const other = await createRunnerPool(open).catch((error: unknown) => String(error))
      if (typeof other === 'string') {
        console.info(other)
        expect(other).toContain(`${sandboxLevel}: `)
        return
      }
      expect(other.level).toBe(sandboxLevel)
      expect(warned).toEqual(['sandbox level'])
      const [here, there] = [await pool.run(request('here', SMA_CROSS)), await other.run(request('there', SMA_CROSS))]
      expect('resultHash' in there && there.resultHash).toBe('resultHash' in here && here.resultHash)
      await other.close()
      expect(await other.run(request('late', SMA_CROSS))).toMatchObject({ status: 'failed' })
    },
  )
})
