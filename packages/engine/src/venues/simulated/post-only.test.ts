import { describe, expect, it } from 'vitest'

import { atBars, atTicks, flatBars, runScript, secondTicks, TICKS } from '../../run.fixture.ts'

const told = ({ orders }: ReturnType<typeof runScript>) =>
  orders.map(({ status, fillPrice, liquidity, reason }) => [status, fillPrice, liquidity, reason])
const REFUSED = 'post only: it would have been filled at once'

describe('post-only orders', () => {
  it('rejects a post-only order that the market would fill as it is placed', () => {
    // Bid 1.1, ask 1.1002.
    const source = atBars({
      1: `for (const limitPrice of [1.1003, 1.1002, 1.1001]) buy({ quantity: 1000, limitPrice, postOnly: true })
        for (const limitPrice of [1.0999, 1.1, 1.1001]) sell({ quantity: 1000, limitPrice, postOnly: true })`,
    })
    const result = told(runScript(source, flatBars(1.1, 3, 0.0002)))
    expect(result.map(([status, , , reason]) => [status, reason])).toEqual([
      ['REJECTED', REFUSED],
      ['REJECTED', REFUSED],
      ['NEW', null],
      ['REJECTED', REFUSED],
      ['REJECTED', REFUSED],
      ['NEW', null],
    ])
  })

  it('cancels a post-only order that its first price would fill', () => {
    const source = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.099, postOnly: true })' })
    const gap = runScript(source, secondTicks([1.1, 1.0985, 1.098]), TICKS)
    expect(told(gap)).toEqual([['CANCELED', null, null, REFUSED]])
    // A first tick exactly at its price would also fill it.
    const touch = runScript(source, secondTicks([1.1, 1.099, 1.098]), TICKS)
    expect(told(touch)).toEqual([['CANCELED', null, null, REFUSED]])
  })

  it('fills a post-only order as maker later, also at a better gap price', () => {
    const source = atTicks({ 1: 'buy({ quantity: 1000, limitPrice: 1.099, postOnly: true })' })
    expect(told(runScript(source, secondTicks([1.1, 1.1, 1.0985]), TICKS))).toEqual([['FILLED', 1.0985, 'maker', null]])
  })

  it('rejects moving a post-only order to a price that would fill at once', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, limitPrice: 1.09, postOnly: true }); sell({ quantity: 1000, limitPrice: 1.11, postOnly: true })',
      2: `log(modify(orders.get(1), { limitPrice: 1.1002 }).reason, modify(orders.get(2), { limitPrice: 1.1 }).reason)
        log(modify(orders.get(1), { limitPrice: 1.1001 }).reason, modify(orders.get(2), { limitPrice: 1.1001 }).reason)`,
    })
    // Bid 1.1, ask 1.1002.
    const { log, orders } = runScript(source, flatBars(1.1, 4, 0.0002))
    expect(log.map(({ message }) => message)).toEqual([
      `modify refused: ${REFUSED}`,
      `modify refused: ${REFUSED}`,
      `${REFUSED} ${REFUSED}`,
      'null null',
    ])
    expect(orders.map(({ status, limitPrice }) => [status, limitPrice])).toEqual([
      ['NEW', 1.1001],
      ['NEW', 1.1001],
    ])
  })

  it('checks a moved post-only order against the next price again', () => {
    const source = atTicks({
      1: 'buy({ quantity: 1000, limitPrice: 1.09, postOnly: true })',
      2: 'modify(orders.get(1), { limitPrice: 1.099 })',
    })
    // 1.099 would rest at 1.1, but the very next price is beyond it.
    const gap = runScript(source, secondTicks([1.1, 1.1, 1.098]), TICKS)
    expect(told(gap)).toEqual([['CANCELED', null, null, REFUSED]])
  })

  it('accepts post-only only for limit orders that may rest', () => {
    const source = atBars({
      1: `buy({ quantity: 1000, postOnly: true })
        buy({ quantity: 1000, stopPrice: 1.2, postOnly: true })
        buy({ quantity: 1000, stopPrice: 1.2, limitPrice: 1.3, postOnly: true })
        buy({ quantity: 1000, limitPrice: 1, postOnly: true, timeInForce: 'IOC' })
        buy({ quantity: 1000, limitPrice: 1, postOnly: 'yes' })`,
    })
    expect(told(runScript(source, flatBars(1.1, 3))).map(([status, , , reason]) => [status, reason])).toEqual([
      ['REJECTED', 'postOnly goes with limit orders only'],
      ['REJECTED', 'postOnly goes with limit orders only'],
      ['REJECTED', 'postOnly goes with limit orders only'],
      ['REJECTED', 'postOnly does not go with IOC'],
      ['REJECTED', 'postOnly must be true or false'],
    ])
  })
})
