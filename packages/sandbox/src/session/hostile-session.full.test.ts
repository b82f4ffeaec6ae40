import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answered,
  COUNTING,
  isAlive,
  runnerOf,
  SESSION_SPEC,
  simulatedInputs,
  startedIn,
  ticks,
} from './session.fixture.ts'
import { createSessionHost, type SessionHost } from './session-host.ts'

let host: SessionHost

beforeAll(async () => {
  host = await createSessionHost({ cacheDir: join(import.meta.dirname, '../../../../.cache/engine') })
})
afterAll(() => host.close())

describe('a hostile script in a session', () => {
  const LIMITS = { memoryMb: 48, resultBytes: 2_000_000 }
  const SHORT = { cpuMs: 1_000 }
  const HOSTILE = {
    'an endless loop': ['function onTick() { for (;;); }', 'timeout', 'Script ran longer than 1 s'],
    'work that no time limit interrupts': [
      'function onTick() { for (;;) JSON.stringify(new Array(1e6).fill(0)).length }',
      /timeout|memory/,
      'Script',
    ],
    'recursion without end, which it catches': [
      'function deeper() { deeper() } function onTick() { for (;;) try { deeper() } catch {} }',
      'script',
      'the script calls functions inside each other too deeply',
    ],
    'objects without end': [
      'const kept = []; function onTick() { for (;;) kept.push({ n: kept.length }) }',
      'memory',
      'Script used more than 48 MB of memory',
    ],
    'a log without end': ['function onTick() { for (;;) log("x".repeat(4000)) }', 'script', 'MB of log'],
    'requests without end': [
      'function onTick() { for (let i = 0; i < 20000; i++) buy({ quantity: 1 }) }',
      'script',
      'Script sent more than 10000 requests at a time',
    ],
    'an answer without end': [
      'let n = 0; function onTick() { for (let i = 0; i < 32; i++) plot("p" + i, n++) }',
      'result-too-large',
      'The result is larger than 1.9 MB',
    ],
  } as const

  it.each(Object.entries(HOSTILE))('with %s ends with a clear error and leaves others alone', async (_, parts) => {
    const [source, kind, message] = parts
    const other = await startedIn(host, COUNTING)
    const session = await startedIn(host, source, {
      sendsOrders: kind === 'script',
      limits: { ...LIMITS, ...(`${kind}`.includes('timeout') ? SHORT : {}) },
    })
    const hostilePid = runnerOf(session)
    expect(hostilePid).not.toBe(runnerOf(other))
    const work = session.take([ticks(SESSION_SPEC.start, 8_000)])
    answered(await other.take(simulatedInputs(5)))
    const answer = await work
    expect(answer.status).toBe('errored')
    if (answer.status !== 'errored') return
    expect(answer.kind).toMatch(kind)
    expect(answer.error.message).toContain(message)
    expect(answer.output?.requests ?? []).toEqual([])
    await session.ended
    expect(isAlive(hostilePid)).toBe(false)
    expect(answered(await other.finish()).records.log.length).toBe(1)
  })
})
