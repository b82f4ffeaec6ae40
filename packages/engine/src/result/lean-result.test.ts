import { METRICS } from '@tradeloom/metrics'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, runOf, scriptOf } from '../run.arbitraries.ts'
import { startRun } from '../run.fixture.ts'
import { leanResult } from './lean-result.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

const KEYS = METRICS.map(({ key }) => key)

function ended(source: string, run: ReturnType<typeof runOf>) {
  const started = startRun(source, run.columns, run.changes, run.others)
  while (started.step(1_000));
  return started
}

describe('a lean result', () => {
  it('has the numbers of the whole result, for all models and orders', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (market, plan, models) => {
        const run = runOf(market, models)
        const [source, reason] = [scriptOf(plan), run.columns.time.length % 2 === 0 ? 'completed' : 'stopped'] as const
        const compact = ended(source, run).finishCompact(reason)
        const whole = ended(source, run).finish(reason)
        const lean = ended(source, run).finishLean(reason, KEYS)
        expect(lean).toEqual(leanResult(compact, KEYS))
        expect(whole.statistics).toMatchObject({
          profit: lean.profit,
          profitPercentage: lean.profitPercentage,
          positionCount: lean.positionCount,
          maxDrawdown: lean.maxDrawdown,
          maxDrawdownPercentage: lean.maxDrawdownPercentage,
        })
        expect(lean.metrics).toEqual(Object.fromEntries(KEYS.map((key) => [key, whole.metrics[key]?.value ?? null])))
        expect(lean.ledgerHash).toBe(compact.ledgerHash)
      }),
      { numRuns: rounds(60) },
    )
  })

  it('has the return of each day and the equity at equal distances', () => {
    const run = runOf(
      fc.sample(anyMarket, { seed: 1, numRuns: 1 })[0]!,
      fc.sample(anyModels, { seed: 1, numRuns: 1 })[0]!,
    )
    const source = `function onStart() { buy({ quantity: 1000 }) }
function onTick() {}`
    const compact = ended(source, run).finishCompact()
    const lean = ended(source, run).finishLean('completed', [])
    const { initialBalance } = compact.basis
    const growth = lean.dailyReturns.reduce((product, value) => product * (1 + value), 1)
    expect(growth * initialBalance).toBeCloseTo(compact.days.equity.at(-1) ?? NaN, 6)
    expect(lean.sparkline).toHaveLength(48)
    expect(lean.sparkline.at(-1)! * initialBalance).toBeCloseTo(compact.equityCurve.equity.at(-1) ?? NaN, 1)
    expect(lean.metrics).toEqual({})
  })
})
