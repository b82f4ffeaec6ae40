import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Canary } from './canary.ts'
import { type HostileScript, hostileScripts } from './hostile-scripts.ts'
import { judgeRun } from './judge-run.ts'
import { Corpus } from './run-corpus.ts'
import type { RunOutcome } from '../../packages/sandbox/src/run-job.ts'

/** Longer than the table allows: tests share the machine. */
const GRACE_MS = 10_000
const scripts = hostileScripts()
/** One script for each boundary of the sandbox; the fast lane runs these, the full lane all. */
const SMOKE = [
  'loop-for-ever',
  'fill-memory',
  'endless-recursion',
  'dynamic-import',
  'constructor-chain',
  'pollution-through-proto',
  'reach-for-process',
  'huge-result',
  'promise-never-resolves',
  'forged-messages',
]
/** Of these, what a warmed-up isolate could change: its built-in objects, its compiled code, its memory and its end. */
const WARM = ['loop-for-ever', 'fill-memory', 'constructor-chain', 'pollution-through-proto', 'forged-messages']

function itIsHarmless(script: HostileScript, inCorpus: () => Corpus, tags: string[]): void {
  it(`${script.name} does not escape, is stopped and disturbs no other run`, { tags }, async () => {
    const corpus = inCorpus()
    const run = await corpus.run(script)
    expect(judgeRun(run, corpus.dataMb, GRACE_MS)).toEqual([])
  })
}

// Each script gets a new runner, and to warm one up takes longer than the script.
describe('hostile scripts', () => {
  let corpus: Corpus
  beforeAll(async () => {
    corpus = await Corpus.open({ warmsUp: false })
  })
  afterAll(() => corpus.close())

  it('are many', () => {
    expect(scripts.length).toBeGreaterThan(100)
  })

  it('include every script of the smoke test', () => {
    const names = new Set(scripts.map(({ name }) => name))
    expect([...SMOKE, ...WARM].filter((name) => !names.has(name))).toEqual([])
  })

  for (const script of scripts) itIsHarmless(script, () => corpus, SMOKE.includes(script.name) ? [] : ['full'])
})

describe.runIf(inject('lane') === 'full')('hostile scripts in runners that have warmed up', () => {
  let corpus: Corpus
  beforeAll(async () => {
    corpus = await Corpus.open({ warmsUp: true })
  })
  afterAll(() => corpus.close())

  for (const script of scripts.filter(({ name }) => WARM.includes(name))) itIsHarmless(script, () => corpus, ['full'])
})

describe('the traps around hostile scripts', () => {
  const harmless: RunOutcome = { status: 'canceled' }
  let folder: string
  let canary: Canary
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tradeloom-traps-'))
    canary = await Canary.set(folder)
  })
  afterAll(async () => {
    await canary.close()
    rmSync(folder, { recursive: true })
  })

  const failed = (message: string): RunOutcome => ({ status: 'failed', error: { message } })

  it('are silent at first', () => {
    expect(canary.sprung(harmless)).toEqual([])
  })

  it('detect the secret and the report of a script', () => {
    expect(canary.sprung(failed(canary.bait('its value is %token%')))).toEqual(['the secret is in the outcome'])
    expect(canary.sprung(failed('ESCAPED to process'))).toEqual(['the script reports: ESCAPED to process'])
  })

  it('detect a change of shared built-in objects', () => {
    Reflect.defineProperty(Object.prototype, 'polluted', { value: true, configurable: true })
    try {
      expect(canary.sprung(harmless)).toEqual(['built-in objects of the host were changed'])
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted')
    }
  })

  it('detect a written file and a connection', async () => {
    writeFileSync(canary.bait('%open%/escaped'), '')
    const socket = connect(Number(canary.bait('%port%')), '127.0.0.1')
    await new Promise((resolve) => {
      socket.on('close', resolve)
    })
    expect(canary.sprung(harmless)).toEqual(['a file was written', 'a connection was made'])
  })
})
