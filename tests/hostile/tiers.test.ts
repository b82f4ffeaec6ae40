import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EURUSD, runSpec, writeMinutes } from '../../packages/sandbox/src/market-data.fixture.ts'
import { DEFAULT_LIMITS, type RunLimits } from '../../packages/sandbox/src/run-job.ts'
import { hostileScripts } from './hostile-scripts.ts'
import { Tier, TIERS } from './tier.ts'

/** A day and a half of minutes. */
const ROWS = 2_000
const GOLDEN = join(import.meta.dirname, '../golden')
/** Those whose results would depend on the tier if nothing prevented it. The fast lane runs these, the full lane all. */
const SMOKE = [
  'bits-of-nan',
  'depth-in-callbacks',
  'depth-in-finally',
  'depth-in-header-of-stack',
  'depth-in-iterator',
  'depth-in-to-json',
  'depth-of-built-in-functions',
  'depth-of-the-stack',
  'endless-recursion',
  'plot-strange-numbers',
  'stack-end-in-engine',
  'stack-of-the-host',
  'typeof-reads-names',
]
/** Slow tiers on busy machines need more time than the corpus allows; what never ends needs only a little of it. */
const AMPLE: Partial<RunLimits> = { cpuMs: 60_000, wallMs: 240_000, memoryMb: DEFAULT_LIMITS.memoryMb }

interface Subject {
  readonly name: string
  readonly source: string
  readonly limits: RunLimits
}

const hostile: Subject[] = hostileScripts().map(({ name, source, limits, expected }) => {
  const ends = ['script', 'result-too-large']
  const isStopped = expected.every(({ status, kind = '' }) => status === 'errored' && !ends.includes(kind))
  return { name, source, limits: isStopped ? limits : { ...limits, ...AMPLE } }
})
const golden: Subject[] = readdirSync(GOLDEN)
  .map((name) => ({ name, file: join(GOLDEN, name, 'script.js') }))
  .filter(({ file }) => existsSync(file))
  .map(({ name, file }) => ({ name, source: readFileSync(file, 'utf8'), limits: { ...DEFAULT_LIMITS, ...AMPLE } }))

describe('the compilers of V8', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-tiers-'))
  const series = [{ instrumentId: EURUSD.id, columnsFile: writeMinutes(folder, ROWS) }]
  const tiers = (Object.keys(TIERS) as (keyof typeof TIERS)[]).map((name) => new Tier(name))
  afterAll(async () => {
    for (const tier of tiers) await tier.close()
    rmSync(folder, { recursive: true })
  })

  for (const { name, source, limits } of [...hostile, ...golden]) {
    const tags = SMOKE.includes(name) ? [] : ['full']
    it(`give ${name} one result or one error`, { tags }, async () => {
      const job = { source, indicators: [], spec: runSpec(ROWS), series, limits }
      const ends = await Promise.all(tiers.map((tier) => tier.run(job)))
      expect(new Set(ends).size, ends.join('\n')).toBe(1)
    })
  }

  it('are compared with every script of the fast lane', () => {
    const names = new Set(hostile.map(({ name }) => name))
    expect(SMOKE.filter((name) => !names.has(name))).toEqual([])
  })
})
