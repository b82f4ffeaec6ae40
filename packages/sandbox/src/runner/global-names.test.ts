import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeScript, LANGUAGE_NAMES, RESERVED_NAMES, TIMER_NAMES } from '@tradeloom/script'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lease } from '../bundle/leases.ts'
import { EURUSD, runSpec, writeMinutes } from '../market-data.fixture.ts'
import type { RunnerEvent } from '../protocol.ts'
import { DEFAULT_LIMITS } from '../run-job.ts'
import { leasedEngine } from './engine-code.fixture.ts'
import type { EngineCode } from './engine-code.ts'
import { optimizeWhen } from './optimize-when.ts'
import { NextIsolate } from './prepared-isolate.ts'
import { runInIsolate } from './run-in-isolate.ts'

const ROWS = 10
/** Parameters around the script, which it cannot name but in `typeof`. */
const AROUND = ['$tradeloom', '$tradeloomGuard']
const ENTRIES = ['createEntry', 'createCheckEntry', 'createTrialEntry']

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-names-'))
let engine: EngineCode
let lease: Lease

beforeAll(async () => {
  const leased = await leasedEngine()
  engine = leased.engine
  lease = leased.lease
})
afterAll(async () => {
  // The other tests of this process compile code, too.
  optimizeWhen('sweeping')
  await lease.end()
  rmSync(folder, { recursive: true, force: true })
})

/** All names of V8's global object, of Node's and of our lists. */
async function names(): Promise<string[]> {
  const isolate = new engine.ivm.Isolate()
  const context = await isolate.createContext()
  const ofV8 = JSON.parse(String(await context.eval('JSON.stringify(Object.getOwnPropertyNames(globalThis))')))
  isolate.dispose()
  const known = [...RESERVED_NAMES, ...TIMER_NAMES, ...LANGUAGE_NAMES, ...ENTRIES]
  const all = new Set<string>([...ofV8, ...Object.getOwnPropertyNames(globalThis), ...known])
  return [...all].filter((name) => /^[\w$]+$/.test(name) && !AROUND.includes(name))
}

/** Those that a script finds when it runs. */
async function foundBy(candidates: readonly string[]): Promise<string[]> {
  const kinds = candidates.map((name) => `${name}: typeof ${name}`)
  const source = `const kinds = { ${kinds.join(', ')} }
    function onTick() { throw new Error(Object.keys(kinds).filter((name) => kinds[name] !== 'undefined').join()) }`
  const events: RunnerEvent[] = []
  const series = [{ instrumentId: EURUSD.id, columnsFile: writeMinutes(folder, ROWS) }]
  const next = new NextIsolate(engine, () => undefined)
  await runInIsolate({ source, indicators: [], spec: runSpec(ROWS), series, limits: DEFAULT_LIMITS }, engine, next, {
    post: (event) => void events.push(event),
    write: ({ length }) => length,
    isStopped: () => false,
    logCommand: () => undefined,
    onCatastrophe: () => undefined,
  })
  const [event] = events
  return event?.type === 'errored' ? event.error.message.split(',') : []
}

it('The globals that a script finds are those that the check of names allows', async () => {
  const all = await names()
  expect(all).toEqual(expect.arrayContaining(['Float64Array', 'DataView', 'Promise', 'WebAssembly', 'process']))
  const allowed = all.filter((name) => analyzeScript(`function onTick() { return ${name} }`).errors.length === 0)
  const found = await foundBy(all)
  expect([...found, 'undefined'].toSorted()).toEqual(allowed.toSorted())
})
