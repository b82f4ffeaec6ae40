import { defineInstrument } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, runOf, scriptOf } from '../run.arbitraries.ts'
import { atBars, MINUTE, minuteBars, MONDAY, runScript, still } from '../run.fixture.ts'
import type { RunSpec } from '../run-spec.ts'

const repeat = (price: number, count: number) => still(...Array.from({ length: count }, () => price))
/** Three bars at 1.1, one in which the price falls to 1.08, and then it stays there. */
const fall = minuteBars([...repeat(1.1, 3), [1.1, 1.1, 1.08, 1.08], ...repeat(1.08, 10)])

function margin(script: string, bars = fall) {
  const { statistics } = runScript(`let n = 0\nfunction onIntervalClose() { n += 1; ${script} }`, bars)
  const { outOfMarginSince, marginRejections, positionCount } = statistics
  const since = outOfMarginSince === null ? null : Math.floor((outOfMarginSince - MONDAY) / MINUTE)
  return { since, rejections: marginRejections, positions: positionCount }
}

describe('an account that ran out of margin', () => {
  it('reports an account that was liquidated and whose next orders were rejected', () => {
    // 400,000 x 1.1 x 2% = 8,800 of 10,000; liquidated below 4,400; the next such order needs 8,640.
    expect(margin('if (positions.count === 0) buy({ quantity: 400000 })')).toEqual({
      since: 3,
      rejections: 10,
      positions: 1,
    })
  })

  it('reports a liquidated account whose script sends no more orders', () => {
    expect(margin('if (n === 1) buy({ quantity: 400000 })')).toEqual({ since: 3, rejections: 0, positions: 1 })
  })

  it('reports an account that cannot open what it once could', () => {
    const script =
      'if (positions.count > 0 && n === 4) closeAll(); else if (positions.count === 0) buy({ quantity: 300000 })'
    // Closed by the script at bar 4 with a loss of 6,000; 300,000 units need 6,480, but only 4,000 is left.
    expect(margin(script)).toEqual({ since: 5, rejections: 9, positions: 1 })
  })
})

describe('an account that did not run out of margin', () => {
  it('reports nothing when a position was opened after the liquidation', () => {
    const script =
      'if (n === 1) buy({ quantity: 400000 }); if (n === 6) buy({ quantity: 400000 }); if (n === 8) buy({ quantity: 1000 }); if (n === 9) closeAll()'
    expect(margin(script)).toEqual({ since: null, rejections: 0, positions: 2 })
  })

  it('reports nothing while a position is still open', () => {
    const script = 'buy({ quantity: 300000 })'
    expect(margin(script, minuteBars(repeat(1.1, 10)))).toEqual({ since: null, rejections: 0, positions: 1 })
  })

  it('reports nothing when an order was always too large', () => {
    const script = 'if (n === 1) buy({ quantity: 1000 }); if (n === 2) closeAll(); if (n > 3) buy({ quantity: 1e6 })'
    expect(margin(script)).toEqual({ since: null, rejections: 10, positions: 1 })
    expect(margin('buy({ quantity: 1e6 })')).toEqual({ since: null, rejections: 13, positions: 0 })
  })
})

describe('the figures of margin', () => {
  /** Margin of 5%, 10,000 of money. */
  const figures = (source: string, prices: readonly number[], changes: Partial<RunSpec> = {}) => {
    const instrument = defineInstrument('EURUSD:TEST', { marginRate: 0.05 })
    const { statistics } = runScript(source, minuteBars(still(...prices)), { instrument, ...changes })
    const { marginCalls, closeouts, allMarginRejections, usedMargin, maxUsedMargin, maxCloseoutPercent } = statistics
    return { marginCalls, closeouts, allMarginRejections, usedMargin, maxUsedMargin, maxCloseoutPercent }
  }

  it('tell the highest used margin and closeout percentage, and what is used at the end', () => {
    // At 96, 1,000 x 96 x 0.05 = 4,800 by 6,000 of equity: 40%. At 104, 5,200.
    const source = atBars({ 1: 'buy({ quantity: 1000 })', 5: 'closePosition(positions.all()[0], 400)' })
    expect(figures(source, [100, 100, 96, 104, 104, 100, 100])).toEqual({
      marginCalls: 0,
      closeouts: 0,
      allMarginRejections: 0,
      usedMargin: 3000,
      maxUsedMargin: 5200,
      maxCloseoutPercent: 40,
    })
  })

  it('count margin calls, closeouts and rejected orders', () => {
    // Bought at 100, two of 900: at 95, equity is 1,000 and the used margin 8,550, so both are closed; at 98, equity is 6,400
    // and the used margin 8,820. After that, 900 units at 95 need 4,275, and 1,000 are left.
    const source = atBars({
      1: 'buy({ quantity: 900 }); buy({ quantity: 900 })',
      6: 'buy({ quantity: 900 })',
      7: 'buy({ quantity: 900 }); buy({ quantity: 100 })',
    })
    expect(figures(source, [100, 100, 98, 100, 98, 95, 95, 95])).toEqual({
      marginCalls: 2,
      closeouts: 2,
      allMarginRejections: 2,
      usedMargin: 475,
      maxUsedMargin: 9000,
      // 8,550 / 2 by 1,000.
      maxCloseoutPercent: 427.5,
    })
  })

  it('have no closeout percentage if margin was used without equity', () => {
    expect(figures(atBars({ 1: 'buy({ quantity: 1900 })' }), [100, 100, 90])).toMatchObject({
      closeouts: 1,
      maxCloseoutPercent: null,
    })
  })

  it('tell that a closeout inside a bar happened at 100%', () => {
    const { statistics } = runScript(
      atBars({ 1: 'buy({ quantity: 1999 })' }),
      minuteBars([...still(100, 100), [98, 98.5, 80, 90]]),
      { instrument: defineInstrument('EURUSD:TEST', { marginRate: 0.05 }) },
    )
    expect(statistics.maxCloseoutPercent).toBeCloseTo(100, 3)
    expect(statistics).toMatchObject({ marginCalls: 1, closeouts: 1, maxUsedMargin: 9995, usedMargin: 0 })
  })

  it('tell the leverage as the rounded inverse of the margin rate, of tiers the highest and the lowest one', () => {
    const leverage = (margin: RunSpec['margin']) => {
      const { statistics } = runScript('function onIntervalClose() {}', minuteBars(still(1, 1)), { margin })
      return [statistics.leverage, statistics.lowestLeverage]
    }
    expect(leverage({ model: 'instrument' })).toEqual([50, 50])
    expect(leverage({ model: 'rate', rate: 0.03 })).toEqual([33, 33])
    expect(leverage({ model: 'rate', rate: 0 })).toEqual([null, null])
    const tiers = [
      { from: 0, rate: 0.01 },
      { from: 50_000, rate: 0.05 },
    ]
    expect(leverage({ model: 'tiers', tiers })).toEqual([100, 20])
  })

  it('are those of all prices, whatever loop processes them', () => {
    const tracked = `
      let used = 0
      let percent = 0
      function onTick() { used = Math.max(used, account.marginUsed); percent = Math.max(percent, account.closeoutPercent) }
      function onStop() { log('most', used, percent) }`
    const marginOf = ({ statistics }: ReturnType<typeof runScript>) => {
      const { marginCalls, closeouts, usedMargin, maxUsedMargin, maxCloseoutPercent } = statistics
      return { marginCalls, closeouts, usedMargin, maxUsedMargin, maxCloseoutPercent }
    }
    let used = 0
    const property = fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
      const { columns, changes, others } = runOf(steps, { ...models, swap: null, funding: null })
      const one = runScript(scriptOf(plan), columns, changes, others)
      const byPrice = runScript(scriptOf(plan, tracked), columns, changes, others)
      expect(marginOf(one)).toEqual(marginOf(byPrice))
      if (one.statistics.closeouts > 0) return
      const most = byPrice.log.find(({ message }) => message.startsWith('most')) as { message: string }
      const [, highest, percent] = most.message.split(' ').map(Number) as [number, number, number]
      const { maxUsedMargin, maxCloseoutPercent, marginCalls } = one.statistics
      // A margin call comes at a price between two that a script sees.
      if (marginCalls > 0) {
        expect(maxUsedMargin).toBeGreaterThan(highest - 5e-7)
        expect(maxCloseoutPercent).toBeGreaterThan(percent - 5e-7)
        return
      }
      expect(maxUsedMargin).toBeCloseTo(highest, 6)
      expect(maxCloseoutPercent).toBeCloseTo(percent, 6)
      if (maxUsedMargin > 0) used += 1
    })
    const rounds = inject('lane') === 'full' ? 800 : 100
    fc.assert(property, { numRuns: rounds })
    expect(used).toBeGreaterThan(rounds / 2)
  })
})
