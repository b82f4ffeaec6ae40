import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { type EngineRatios, engineRatios } from './engine-ratios.ts'

/** Maximum slowdown of the engine, compared with the recorded ratio. */
const ALLOWED = 1.15
/** A busy machine sometimes affects one side of a ratio more than the other, and the compiler decides otherwise each time. */
const ATTEMPTS = 6

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'engine-ratios.json'), 'utf8')) as EngineRatios
const folder = mkdtempSync(join(tmpdir(), 'tradeloom-ratios-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the engine against the hand-written loop', () => {
  it('takes at most 15% more time than recorded', { timeout: 600_000 }, async () => {
    const best: Record<string, number> = {}
    const slower = (): string[] =>
      Object.entries(recorded).flatMap(([name, ratio]) => {
        const now = best[name] ?? Number.POSITIVE_INFINITY
        return now <= ratio * ALLOWED ? [] : [`${name}: ${now.toFixed(2)} times the loop, recorded ${ratio}`]
      })
    for (let attempt = 0; attempt < ATTEMPTS && slower().length > 0; attempt++)
      for (const [name, ratio] of Object.entries(await engineRatios(folder)))
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, ratio)
    expect(slower()).toEqual([])
  })
})
