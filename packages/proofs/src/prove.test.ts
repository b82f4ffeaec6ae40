import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'

import { checkScript } from './check-script.fixture.ts'
import { realMonth, REAL_MONTH_FILE } from './real-month.fixture.ts'

const SAMPLES = new URL('../samples/', import.meta.url)
/** Another seed makes another market and other cuts. */
const SEEDS = [1, 4]

function samples(kind: 'cheaters' | 'honest'): { name: string; source: string }[] {
  const folder = new URL(`${kind}/`, SAMPLES)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, source: readFileSync(new URL(name, folder), 'utf8') }))
}

/** The line that lies carries its kind in a comment. */
function lieOf(source: string): { kind: string; line: number } {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.includes('// LIE '))
  return { kind: /LIE (\S+)/.exec(lines[at] ?? '')?.[1] ?? '', line: at + 1 }
}

afterEach(() => {
  // One of the cheaters keeps its knowledge where only a hardened world does not let it.
  Reflect.deleteProperty(Array.prototype, 'tradeloomMemory')
})

describe('the planted cheaters', () => {
  it('are at least ten', () => expect(samples('cheaters').length).toBeGreaterThanOrEqual(10))

  for (const seed of SEEDS) {
    it.each(samples('cheaters'))(`$name is caught, with its line, on market ${seed}`, ({ source }) => {
      const lie = lieOf(source)
      const { verdict, findings } = checkScript(source, { seed })
      expect(verdict, JSON.stringify(findings)).toBe(lie.kind)
      expect(findings[0], JSON.stringify(findings)).toMatchObject({ kind: lie.kind, line: lie.line })
    })
  }
})

describe('the honest samples', () => {
  it('are at least thirty', () => expect(samples('honest').length).toBeGreaterThanOrEqual(30))

  for (const seed of SEEDS) {
    it.each(samples('honest'))(`$name is clean on market ${seed}`, ({ source }) => {
      const { verdict, findings, sample } = checkScript(source, { seed })
      expect(findings).toEqual([])
      expect(verdict).toBe('clean')
      expect(sample.orders).toBeGreaterThan(0)
    })
  }

  describe.skipIf(!existsSync(REAL_MONTH_FILE))('over a real month', () => {
    it.each(samples('honest'))('$name is not flagged', ({ source }) => {
      const { findings } = checkScript(source, { sample: realMonth })
      expect(findings).toEqual([])
    })
  })
})

describe('a check', () => {
  it('gives the same report each time', () => {
    const { source } = samples('cheaters')[0] as { source: string }
    expect(checkScript(source)).toEqual(checkScript(source))
  })

  it('proves nothing of a script that places no orders', () => {
    const report = checkScript('function onIntervalClose(bar) { plot("close", bar.close) }')
    expect(report).toMatchObject({ verdict: 'not-run', findings: [], proofs: [] })
    expect(report.reason).toContain('no orders')
  })

  it('throws what the script throws', () => {
    expect(() => checkScript('function onIntervalClose() { throw new Error("mine") }')).toThrow('mine')
  })

  it('invents a market of the times and prices that the script knows', () => {
    const source = `const known = ['2019-05-07', '2019-05-09']
      function onIntervalClose(bar) {
        if (known.includes(new Date(bar.time).toISOString().slice(0, 10)) && bar.close < 151.25 && bar.time % 14400000 === 0) buy({ quantity: 1 })
      }`
    const { sample, verdict } = checkScript(source)
    expect(new Date(sample.start).getUTCFullYear()).toBe(2019)
    expect(verdict).toBe('look-ahead')
  })

  it('flags another script for the lie alone', () => {
    const cross = samples('honest').find(({ name }) => name === 'average-cross.js')?.source ?? ''
    expect(checkScript(cross).verdict).toBe('clean')
    const lying = cross.replace(
      'function onIntervalClose() {',
      'function onIntervalClose() {\n  if (now() > 1706000000000) return',
    )
    expect(checkScript(lying)).toMatchObject({ verdict: 'look-ahead', findings: [{ proof: 'dates', line: 10 }] })
  })
})
