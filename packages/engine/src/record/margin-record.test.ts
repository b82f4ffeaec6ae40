import { describe, expect, it } from 'vitest'

import { MINUTE, minuteBars, MONDAY, runScript, still } from '../run.fixture.ts'

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
