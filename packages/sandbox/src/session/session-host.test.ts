import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TradeRequest } from '@tradeloom/domain'
import type { Input, SessionRecords } from '@tradeloom/engine'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { SandboxSession } from './sandbox-session.ts'
import {
  answered,
  answeredInputs,
  COUNTING,
  engineSession,
  isAlive,
  runnerOf,
  SESSION_SPEC,
  simulatedInputs,
  startedIn,
  ticks,
} from './session.fixture.ts'
import { createSessionHost, type SessionHost, type SessionRequest } from './session-host.ts'
import { MAX_SESSION_INPUTS, MAX_SESSION_ROWS, type SessionAnswer } from './session-protocol.ts'

const BLOCKS = inject('lane') === 'full' ? 400 : 60
const cacheDir = join(import.meta.dirname, '../../../../.cache/engine')
let host: SessionHost

beforeAll(async () => {
  host = await createSessionHost({ cacheDir })
})
afterAll(() => host.close())

const started = (source: string, changes?: Partial<SessionRequest>): Promise<SandboxSession> =>
  startedIn(host, source, changes)

function* batchesOf(inputs: readonly Input[], length: number): Generator<readonly Input[]> {
  for (let from = 0; from < inputs.length; from += length) yield inputs.slice(from, from + length)
}

/** Everything of a session, from the parts that were drained. */
function joined(parts: readonly SessionRecords[]) {
  return {
    positions: parts.flatMap(({ positions }) => positions),
    orders: parts.flatMap(({ orders }) => orders),
    log: parts.flatMap(({ log }) => log),
    plots: parts.map(({ plots }) => plots),
    curve: parts.map(({ curve }) => curve),
    days: parts.map(({ days }) => days),
  }
}

/** What the engine's own session gives for the same batches. */
function expected(source: string, inputs: readonly Input[], length: number, sendsOrders: boolean) {
  const requests: TradeRequest[] = []
  const session = engineSession(source, SESSION_SPEC, sendsOrders ? (request) => requests.push(request) : undefined)
  const parts = [session.drain()]
  for (const batch of batchesOf(inputs, length)) {
    for (const input of batch) session.take(input)
    parts.push(session.drain())
  }
  parts.push(session.finish())
  return { requests, live: session.live(), records: joined(parts) }
}

async function performed(session: SandboxSession, first: SessionAnswer, inputs: readonly Input[], length: number) {
  const answers = [answered(first)]
  for (const batch of batchesOf(inputs, length)) answers.push(answered(await session.take(batch)))
  const last = answered(await session.finish())
  answers.push(last)
  const requests = answers.flatMap((answer) => answer.requests)
  return { requests, live: last.live, records: joined(answers.map(({ records }) => records)) }
}

/** As whole numbers and texts: a request has no other fields. */
function hashOf(requests: readonly TradeRequest[]): string {
  const sorted = requests.map((request) => Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

describe('a session in the sandbox', () => {
  it('gives the same records as the engine for the same inputs on the simulated market', async () => {
    const inputs = simulatedInputs(BLOCKS)
    const request = { source: COUNTING, indicators: [], spec: SESSION_SPEC, sendsOrders: false }
    const { session, answer } = await host.start(request)
    expect(answered(answer).warmup).toEqual(engineSession(COUNTING).warmup)
    const actual = await performed(session, answer, inputs, 7)
    expect(actual).toEqual(expected(COUNTING, inputs, 7, false))
    expect(actual.records.positions.length).toBeGreaterThan(10)
    expect(actual.records.log.at(-1)?.message).toMatch(/^counted \d+$/)
  })

  it('sends the same requests as the engine, with the fills of a venue among its inputs', async () => {
    const { inputs, requests } = answeredInputs(COUNTING, BLOCKS)
    const request = { source: COUNTING, indicators: [], spec: SESSION_SPEC, sendsOrders: true }
    const { session, answer } = await host.start(request)
    const actual = await performed(session, answer, inputs, 9)
    expect(actual).toEqual(expected(COUNTING, inputs, 9, true))
    expect(hashOf(actual.requests)).toBe(hashOf(requests))
    expect(requests.length).toBeGreaterThan(30)
  })

  it('reports a killed runner as lost, and another session that takes the same inputs arrives at the same state', async () => {
    const { inputs, requests } = answeredInputs(COUNTING, BLOCKS)
    const session = await started(COUNTING, { sendsOrders: true })
    const half = Math.floor(inputs.length / 2)
    const before = answered(await session.take(inputs.slice(0, half)))
    process.kill(runnerOf(session), 'SIGKILL')
    expect(await session.take(inputs.slice(half))).toMatchObject({ status: 'lost' })
    expect(session.isOver).toBe(true)
    await expect(session.take([])).rejects.toThrow('The session is over')

    const again = await started(COUNTING, { sendsOrders: true })
    const first = answered(await again.take(inputs.slice(0, half)))
    expect(first.requests).toEqual(before.requests)
    expect(first.records).toEqual(before.records)
    const second = answered(await again.take(inputs.slice(half)))
    expect(hashOf([...first.requests, ...second.requests])).toBe(hashOf(requests))
    const { log } = answered(await again.finish()).records
    const counted = expected(COUNTING, inputs, inputs.length, true).records.log.at(-1)
    expect(log.at(-1)).toEqual(counted)
  })

  it('reports a call in progress as lost when its runner is killed', async () => {
    const session = await started('function onTick() { for (;;); }', { limits: { cpuMs: 60_000, wallMs: 60_000 } })
    const call = session.take([ticks(SESSION_SPEC.start, 1)])
    process.kill(runnerOf(session), 'SIGKILL')
    expect(await call).toMatchObject({ status: 'lost' })
  })

  it('ends with the error of its script, its place, and what it did before', async () => {
    const source = `let n = 0
      function onTick() {
        buy({ quantity: 1000 })
        log('tick', ++n)
        if (n === 3) throw new Error('no more')
      }`
    const session = await started(source, { sendsOrders: true })
    const inputs = [0, 1, 2, 3].map((i) => ticks(SESSION_SPEC.start + i * 1_000, 1))
    const answer = await session.take(inputs)
    expect(answer).toMatchObject({ status: 'errored', kind: 'script', error: { message: 'no more', line: 5 } })
    const output = answer.status === 'errored' ? answer.output : null
    expect(output?.taken).toBe(2)
    expect(output?.requests.map(({ kind }) => kind)).toEqual(['PLACE', 'PLACE', 'PLACE'])
    expect(output?.records.log.map(({ message }) => message)).toEqual(['tick 1', 'tick 2', 'tick 3'])
    expect(session.isOver).toBe(true)
  })

  it('ends with a clear error for a mistake in the script, and for prices that go back in time', async () => {
    const request = { source: 'function onTick( {', indicators: [], spec: SESSION_SPEC, sendsOrders: false }
    const { session: broken, answer } = await host.start(request)
    expect(answer).toMatchObject({ status: 'errored', kind: 'script', error: { line: 1 } })
    expect(broken.isOver).toBe(true)
    const session = await started('function onTick() {}')
    await session.take([ticks(SESSION_SPEC.start + 5_000, 1)])
    expect(await session.take([ticks(SESSION_SPEC.start, 1)])).toMatchObject({
      status: 'errored',
      kind: 'input',
      error: { message: expect.stringContaining('go back in time') as string },
    })
  })

  it('shows a script the same hardened world as a run', async () => {
    const source = `function onTick() {
        log(typeof process, typeof require, typeof WebAssembly, typeof SharedArrayBuffer, typeof eval, typeof Function)
        log(Object.isFrozen(Array.prototype), new Date().getTime() === now(), typeof createEntry, typeof gc)
      }`
    const session = await started(source)
    const { records } = answered(await session.take([ticks(SESSION_SPEC.start, 1)]))
    expect(records.log.map(({ message }) => message)).toEqual([
      'undefined undefined undefined undefined undefined undefined',
      'true true undefined undefined',
    ])
  })

  it('refuses more inputs or rows than one call takes, and continues', async () => {
    const session = await started('function onTick() {}')
    const quiet: Input = { kind: 'CLOSE_UNTIL', time: SESSION_SPEC.start }
    const tooMany = Array.from({ length: MAX_SESSION_INPUTS + 1 }, () => quiet)
    await expect(session.take(tooMany)).rejects.toThrow(`A call takes ${MAX_SESSION_INPUTS} inputs at most`)
    await expect(session.take([ticks(SESSION_SPEC.start, MAX_SESSION_ROWS + 1)])).rejects.toThrow('rows at most')
    answered(await session.take([ticks(SESSION_SPEC.start, MAX_SESSION_ROWS)]))
    answered(await session.finish())
  })

  it('forgets what it handed out: more records than its memory holds pass through it', async () => {
    const source = `const line = 'x'.repeat(3990)
      function onTick() { for (let i = 0; i < 250; i++) log(i, line) }`
    const session = await started(source, { limits: { memoryMb: 32 } })
    let characters = 0
    const batches = inject('lane') === 'full' ? 500 : 60
    for (let batch = 0; batch < batches; batch++) {
      const { records } = answered(await session.take([ticks(SESSION_SPEC.start + batch * 1_000, 1)]))
      for (const { message } of records.log) characters += message.length
    }
    expect(characters).toBeGreaterThan(batches * 990_000)
    answered(await session.finish())
  })
})

describe('the host of sessions', () => {
  it('starts a process for each session and ends it with the session', async () => {
    const sessions = await Promise.all([started(COUNTING), started(COUNTING)])
    const pids = sessions.map(runnerOf)
    expect(new Set(pids).size).toBe(2)
    const [one, other] = sessions as [SandboxSession, SandboxSession]
    answered(await one.finish())
    await one.ended
    expect(isAlive(pids[0] as number)).toBe(false)
    const next = await started('function onTick() { log(typeof count) }')
    expect(pids).not.toContain(runnerOf(next))
    answered(await other.take(simulatedInputs(2)))
    for (const session of [other, next]) session.close()
  })
})
