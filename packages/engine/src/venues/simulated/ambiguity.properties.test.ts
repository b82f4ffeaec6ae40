import { SETTINGS } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, type Models, runOf, scriptOf } from '../../run.arbitraries.ts'
import { MINUTE, runOnce, runScript, startRun } from '../../run.fixture.ts'
import type { PositionRecord } from '../../run-result.ts'
import type { RunSpec } from '../../run-spec.ts'

const PATHS = Object.keys(SETTINGS.path.choices) as RunSpec['path'][]
/** Random scripts, each run on all paths. */
const rounds = inject('lane') === 'full' ? 500 : 200

/** Bars, and no chance: two paths then differ in nothing but what they decide. */
const anyFixedModels = anyModels.map((models): Models => ({
  ...models,
  isTick: false,
  slippage: { model: 'fixed', pips: 0.3 },
  limitFill: { model: models.limitFill.model === 'through' ? 'through' : 'touch' },
}))

/** What was traded; positions of one bar may have been opened in another order. */
function tradesOf(positions: readonly PositionRecord[]): string[] {
  return positions.map(({ openPrice, closePrice, profit }) => `${openPrice} ${closePrice} ${profit}`).sort()
}

describe('what the path inside a bar decides', () => {
  it('leaves nothing uncounted: without ambiguity all paths give one result, with it the range spans them all', () => {
    let decided = 0
    fc.assert(
      fc.property(anyMarket, anyPlan, anyFixedModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        const run = startRun(scriptOf(plan), columns, changes, others)
        while (run.step(1_000));
        const told = run.finish()
        const results = PATHS.map((path) => runOnce(scriptOf(plan), columns, { ...changes, path }, others))
        const profits = results.map(({ statistics }) => statistics.profit)
        const { ambiguousWorstProfit, ambiguousBestProfit } = told.statistics
        expect([ambiguousWorstProfit, ambiguousBestProfit]).toEqual([Math.min(...profits), Math.max(...profits)])
        // An order that only another path fills is no position of this run.
        if (run.hasPathDecided) decided += 1
        else for (const { positions } of results) expect(tradesOf(positions)).toEqual(tradesOf(told.positions))
      }),
      { numRuns: rounds, endOnFailure: true },
    )
    expect(decided).toBeGreaterThan(rounds / 4)
  })

  it('is decided for the lower or higher equity at the end of the bar by the worst and best path', () => {
    let decided = 0
    fc.assert(
      fc.property(anyMarket, anyPlan, anyFixedModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        const run = startRun(scriptOf(plan), columns, changes, others)
        let rows = 0
        for (let isLeft = true; isLeft && !run.hasPathDecided; rows += 1) isLeft = run.step(1)
        if (!run.hasPathDecided) return
        decided += 1
        // The run ends with the first bar whose path matters.
        const end = (columns.time[rows - 1] as number) + MINUTE
        const profitOf = (path: RunSpec['path']) =>
          runScript(scriptOf(plan), columns, { ...changes, end, path }, others).statistics.profit
        const profits = [profitOf('ohlc'), profitOf('olhc')]
        expect(profitOf('worst')).toBe(Math.min(...profits))
        expect(profitOf('best')).toBe(Math.max(...profits))
      }),
      { numRuns: rounds, endOnFailure: true },
    )
    expect(decided).toBeGreaterThan(rounds / 4)
  })
})
