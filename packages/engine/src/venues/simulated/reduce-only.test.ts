import { describe, expect, it } from 'vitest'

import { atBars, flatBars, minuteBars, runScript, still } from '../../run.fixture.ts'

const NETTING = { accounting: 'netting' } as const
const held = ({ positions }: ReturnType<typeof runScript>) =>
  positions.map(({ direction, quantity, status, closeReason }) => [direction, quantity, status, closeReason])
const told = ({ orders }: ReturnType<typeof runScript>) => orders.map(({ status, reason }) => [status, reason])

describe('reduce-only orders', () => {
  it.each(['hedging', 'netting'] as const)(
    'closes the oldest position first by a reduce-only order and opens nothing (%s)',
    (accounting) => {
      const source = atBars({
        1: 'buy({ quantity: 1000 })',
        2: 'buy({ quantity: 3000 })',
        3: 'sell({ quantity: 2500, reduceOnly: true })',
      })
      const result = runScript(source, flatBars(1.1, 5), { accounting })
      // 1,000 of the first and 1,500 of the second; 1,500 remain.
      expect(held(result)).toEqual([
        ['LONG', 1000, 'CLOSED', 'netting'],
        ['LONG', 1500, 'OPEN', null],
        ['LONG', 1500, 'CLOSED', 'netting'],
      ])
      expect(told(result)[2]).toEqual(['FILLED', null])
    },
  )

  it('reports the part of a reduce-only order that had nothing to close', () => {
    const source = atBars({ 1: 'buy({ quantity: 1000 })', 2: 'sell({ quantity: 2500, reduceOnly: true })' })
    for (const accounting of ['hedging', 'netting'] as const) {
      const result = runScript(source, flatBars(1.1, 5), { accounting })
      expect(held(result)).toEqual([['LONG', 1000, 'CLOSED', 'netting']])
      expect(told(result)[1]).toEqual(['FILLED', 'reduce only: 1500 of it had nothing to close'])
    }
  })

  it('rejects a reduce-only order without an opposite position', () => {
    const source = atBars({
      1: 'sell({ quantity: 1000, reduceOnly: true }); buy({ quantity: 1000 })',
      2: 'buy({ quantity: 1000, reduceOnly: true })',
    })
    const reason = 'reduce only: nothing is open the other way'
    expect(told(runScript(source, flatBars(1.1, 4)))).toEqual([
      ['REJECTED', reason],
      ['FILLED', null],
      ['REJECTED', reason],
    ])
  })

  it('cancels a reduce-only order if its position is gone when its price comes', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 })',
      2: 'sell({ quantity: 1000, limitPrice: 1.11, reduceOnly: true }); closeAll()',
    })
    const result = runScript(source, minuteBars(still(1.1, 1.1, 1.1, 1.12, 1.12)), NETTING)
    expect(told(result)[1]).toEqual(['CANCELED', 'reduce only: nothing was open the other way'])
    expect(result.positions).toHaveLength(1)
  })

  it('reduces only one direction if both are open', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 }); sell({ quantity: 4000 }); buy({ quantity: 2000 })',
      2: 'sell({ quantity: 2500, reduceOnly: true })',
      3: 'buy({ quantity: 9000, reduceOnly: true })',
    })
    const result = runScript(source, flatBars(1.1, 5))
    expect(held(result)).toEqual([
      ['LONG', 1000, 'CLOSED', 'netting'],
      ['SHORT', 4000, 'CLOSED', 'netting'],
      ['LONG', 500, 'OPEN', null],
      ['LONG', 1500, 'CLOSED', 'netting'],
    ])
    expect(told(result).at(-1)).toEqual(['FILLED', 'reduce only: 5000 of it had nothing to close'])
  })

  it('limits a reduce-only order to the quantity open at the time of the fill', () => {
    const source = atBars({
      1: 'buy({ quantity: 3000 })',
      2: 'sell({ quantity: 3000, limitPrice: 1.11, reduceOnly: true }); closePosition(1, 1000)',
    })
    for (const accounting of ['hedging', 'netting'] as const) {
      const result = runScript(source, minuteBars(still(1.1, 1.1, 1.1, 1.12, 1.12)), { accounting })
      expect(held(result)).toEqual([
        ['LONG', 2000, 'CLOSED', 'netting'],
        ['LONG', 1000, 'CLOSED', 'script'],
      ])
      expect(told(result)[1]).toEqual(['FILLED', 'reduce only: 1000 of it had nothing to close'])
    }
  })

  it('kills a fill-or-kill reduce-only order rather than filling a part', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 }); buy({ quantity: 1000 })',
      2: `sell({ quantity: 2500, reduceOnly: true, timeInForce: 'FOK' })`,
      3: `sell({ quantity: 2000, reduceOnly: true, timeInForce: 'FOK' })`,
    })
    for (const accounting of ['hedging', 'netting'] as const) {
      const result = runScript(source, flatBars(1.1, 6), { accounting })
      expect(told(result).slice(2)).toEqual([
        ['CANCELED', 'reduce only: 500 of it had nothing to close, and it was to be filled whole'],
        ['FILLED', null],
      ])
      expect(held(result).every(([, , status]) => status === 'CLOSED')).toBe(true)
    }
  })

  it('rejects adding stops to a reduce-only order', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 })',
      2: 'sell({ quantity: 1000, limitPrice: 1.2, reduceOnly: true }); log(modify(orders.get(2), { stopLoss: 1.3 }).reason)',
    })
    const { log } = runScript(source, flatBars(1.1, 4))
    expect(log.map(({ message }) => message)).toContain('stops do not go with reduceOnly: it opens nothing')
  })

  it('rejects stops on a reduce-only order', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 })',
      2: 'sell({ quantity: 1000, reduceOnly: true, stopLoss: 2 })',
    })
    expect(told(runScript(source, flatBars(1.1, 4)))[1]).toEqual([
      'REJECTED',
      'stops do not go with reduceOnly: it opens nothing',
    ])
  })
})
