import type { MarketColumns, TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import type { Feed } from './ports/feed.ts'
import { anyMarket, anyModels, anyPlan, runOf, scriptOf } from './run.arbitraries.ts'
import { flatBars, minuteBars, MINUTE, MONDAY, startRun, still } from './run.fixture.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

const WITNESS = `
  function onOrder(order) { log('order', now(), order.id, order.status, order.fillPrice) }
  function onPositionClosed(position) { log('closed', now(), position.id, position.profit) }
  function onStop() { log('stop', account.equity) }`

function rowsOf<Columns extends MarketColumns>(columns: Columns, from: number, to: number): Columns {
  const cut = Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'string' ? column : (column as TickColumns['time']).slice(from, to),
  ])
  return Object.fromEntries(cut) as Columns
}

/** The rows from `first` on, in blocks whose lengths repeat. */
function feedOf(columns: MarketColumns, first: number, lengths: readonly number[]): Feed {
  let row = first
  let block = 0
  return {
    next: () => {
      if (row >= columns.time.length) return null
      const from = row
      row += lengths[block++ % lengths.length] as number
      return rowsOf(columns, from, row)
    },
  }
}

describe('a feed', () => {
  for (const merge of [false, true]) {
    it(`gives the result of whole columns, however the rows are cut into blocks${merge ? ' (merged)' : ''}`, () => {
      fc.assert(
        fc.property(
          anyMarket,
          anyPlan,
          anyModels,
          fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }).filter((lengths) => lengths.some((one) => one > 0)),
          (steps, plan, models, lengths) => {
            const { columns, changes, others } = runOf(steps, models)
            const script = scriptOf(plan, WITNESS)
            // The length of bars is derived from their steps, which a few bars may hide.
            const known = { ...changes, ...(models.isTick ? {} : { barIntervals: { 'EURUSD:TEST': 'M1' as const } }) }
            // An empty feed: a run on one cannot be repeated under other path models.
            const nothing = { instrumentId: 'EURUSD:TEST', columns, feed: { next: () => null } }
            const whole = startRun(script, columns, known, others, { merge, series: [nothing, ...others] })
            while (whole.step(1_000));
            const feed = feedOf(columns, 5, lengths)
            const series = [{ instrumentId: 'EURUSD:TEST', columns: rowsOf(columns, 0, 5), feed }, ...others]
            const fed = startRun(script, columns, known, others, { merge, series })
            while (fed.step(7));
            expect(fed.finish()).toEqual(whole.finish())
          },
        ),
        { numRuns: rounds(60), endOnFailure: true },
      )
    })
  }

  it('rejects blocks that go back in time or change their kind', () => {
    const columns = flatBars(1.1, 5)
    const run = (feed: Feed) =>
      startRun('function onIntervalClose() {}', columns, {}, [], {
        series: [{ instrumentId: 'EURUSD:TEST', columns, feed }],
      })
    const again = run(feedOf(columns, 4, [1]))
    expect(() => again.step(100)).toThrow('The feed goes back in time at 2024-01-08T00:04:00.000Z')
    const ticks: TickColumns = {
      kind: 'tick',
      time: Float64Array.of(MONDAY + 5 * MINUTE),
      bid: Float64Array.of(1.1),
      ask: Float64Array.of(1.1),
    }
    const mixed = run(feedOf(ticks, 0, [1]))
    expect(() => mixed.step(100)).toThrow('A feed must deliver bars or ticks, not both')
  })

  it('uses no block beyond the end of the run', () => {
    const columns = minuteBars(still(1.1, 1.2, 1.3, 1.4, 1.5, 1.6))
    let asked = 0
    const blocks = feedOf(columns, 2, [2])
    const feed: Feed = { next: () => ((asked += 1), blocks.next()) }
    const series = [{ instrumentId: 'EURUSD:TEST', columns: rowsOf(columns, 0, 2), feed }]
    const run = startRun(
      'function onIntervalClose(bar) { log(bar.close) }',
      columns,
      { end: MONDAY + 3 * MINUTE },
      [],
      { series },
    )
    while (run.step(100));
    expect(run.finish().log.map(({ message }) => message)).toEqual(['1.1', '1.2', '1.3'])
    expect(asked).toBe(1)
  })
})
