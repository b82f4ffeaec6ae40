import { describe, expect, it } from 'vitest'

import { atBars, atTicks, flatBars, minuteBars, runScript, secondTicks, still, TICKS } from '../../run.fixture.ts'

const texts = ({ log }: ReturnType<typeof runScript>) =>
  log.filter(({ level }) => level === 'info').map(({ message }) => message)

describe('changing a working order', () => {
  it('changes limit, stop, quantity and attached stops', () => {
    const source = atBars({
      1: `buy({ quantity: 1000, limitPrice: 1.05, stopLossPips: 10 })
        sell({ quantity: 1000, stopPrice: 1.05 })
        buy({ quantity: 1000, stopPrice: 1.2, limitPrice: 1.21 })`,
      2: `log(modify(orders.get(1), { limitPrice: 1.0955, quantity: 2000, stopLoss: 1.08, takeProfit: 1.12 }).accepted)
        log(modify(orders.get(2), { stopPrice: 1.095, trailingStop: 0.003 }).accepted)
        log(modify(orders.get(3), { stopPrice: 1.101, limitPrice: 1.102 }).accepted)`,
    })
    // Bar 3 falls from 1.1 to 1.094 and returns; bar 4 rises to 1.1015.
    const bars = minuteBars([...still(1.1, 1.1), [1.1, 1.1, 1.094, 1.1], [1.1, 1.1015, 1.1, 1.1]])
    const result = runScript(source, bars)
    expect(texts(result)).toEqual(['true', 'true', 'true'])
    expect(result.orders.map(({ status, fillPrice, quantity }) => [status, fillPrice, quantity])).toEqual([
      ['FILLED', 1.0955, 2000],
      ['FILLED', 1.095, 1000],
      ['FILLED', 1.101, 1000],
    ])
    expect(result.positions[0]).toMatchObject({ stopLoss: 1.08, takeProfit: 1.12 })
    expect(result.positions[1]).toMatchObject({ trailingStop: 0.003 })
  })

  it('removes stops with null', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, limitPrice: 1.09, stopLossPips: 10, takeProfit: 1.2, trailingStop: 0.01 })',
      2: 'log(modify(orders.get(1), { stopLoss: null, takeProfit: null, trailingStop: null }).accepted)',
    })
    const { positions } = runScript(source, minuteBars(still(1.1, 1.1, 1.08, 1.08)))
    expect(positions[0]).toMatchObject({ stopLoss: null, takeProfit: null, trailingStop: null, openPrice: 1.08 })
  })

  it('keeps the place in the queue unless the price changes or the quantity grows', () => {
    // The market is at the limit of 1.09 and has not traded through it: only a new order takes that price.
    const run = (changes: string) => {
      const source = atTicks({
        1: 'buy({ quantity: 2000, limitPrice: 1.09, stopLoss: 1.05 })',
        4: `modify(orders.get(1), ${changes})`,
      })
      const [order] = runScript(source, secondTicks([1.1, 1.1, 1.1, 1.09, 1.09, 1.1]), TICKS).orders
      return [order?.status, order?.quantity, order?.liquidity]
    }
    expect(run('{ stopLoss: 1.06, takeProfit: 1.2, trailingStop: 0.01 }')).toEqual(['NEW', 2000, null])
    expect(run('{ quantity: 1000, limitPrice: 1.09 }')).toEqual(['NEW', 1000, null])
    expect(run('{ quantity: 3000 }')).toEqual(['FILLED', 3000, 'taker'])
    expect(run('{ limitPrice: 1.091 }')).toEqual(['FILLED', 2000, 'taker'])
  })

  it('does not draw again for an unchanged take profit', () => {
    const source = (changes: string) =>
      atTicks({ 1: 'buy({ quantity: 1000, takeProfit: 1.11 })' }).replace(
        'n += 1',
        `n += 1; for (const position of positions) modify(position, ${changes})`,
      )
    // Touched twenty times, never traded through, with a probability of one half.
    const touches = [1.1, 1.1, ...Array.from({ length: 20 }, () => [1.11, 1.1]).flat()]
    const closed = (changes: string) =>
      Array.from({ length: 100 }, (_, seed) =>
        runScript(source(changes), secondTicks(touches), {
          ...TICKS,
          limitFill: { model: 'probability', probability: 0.5 },
          seed: seed + 1,
        }),
      ).filter(({ positions }) => positions[0]?.status === 'CLOSED').length
    // 50 of 100 expected, with a deviation of 5; with a draw at each touch, all would be closed.
    for (const changes of ['{ stopLoss: 1.05 + n * 1e-5 }', '{ takeProfit: 1.11 }']) {
      expect(Math.abs(closed(changes) - 50)).toBeLessThan(25)
    }
  })

  it('rejects invalid changes and changes nothing', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, limitPrice: 1.05 }); buy({ quantity: 1000, stopPrice: 1.2, stopLoss: 1.1 })',
      2: `const [limit, stop] = orders.all()
        for (const changes of [{ quantity: 1.5 }, { quantity: 0 }, { stopPrice: 1.1 }, { limitPrice: null },
          { stopLoss: 1.06 }, { takeProfit: 1.05 }, { expiry: 5 }, null]) log(modify(limit, changes).reason)
        log(modify(stop, { stopPrice: 1.1 }).reason)
        log(modify({ id: 77 }, {}).reason, modify(null, {}).reason)`,
    })
    const result = runScript(source, flatBars(1.1, 4))
    expect(texts(result)).toEqual([
      'quantity must be a multiple of 1',
      'quantity must be a number above 0',
      'a LIMIT order has no stopPrice to change',
      'limitPrice must be a number above 0',
      'stopLoss 1.06 must be below the price 1.05',
      'takeProfit 1.05 must be above the price 1.05',
      'expiry cannot be changed on an order',
      'modify needs the changes as an object',
      'stopLoss 1.1 must be below the price 1.1',
      'there is no waiting order 77 modify needs a position or an order',
    ])
    expect(result.orders.map(({ limitPrice, stopPrice, status }) => [limitPrice, stopPrice, status])).toEqual([
      [1.05, null, 'NEW'],
      [null, 1.2, 'NEW'],
    ])
  })

  it('keeps a triggered stop-limit order at its limit', () => {
    const source = atTicks({
      1: 'buy({ quantity: 1000, stopPrice: 1.104, limitPrice: 1.102 })',
      // The market has been at the stop, is now at 1.103, and falls to the new limit without rising again.
      3: `log(modify(orders.get(1), { stopPrice: 1.105 }).reason)
        log(modify(orders.get(1), { limitPrice: 1.101 }).accepted)`,
    })
    const result = runScript(source, secondTicks([1.1, 1.104, 1.103, 1.1015, 1.1005]), TICKS)
    expect(texts(result)).toEqual(['the market was at its stop already', 'true'])
    expect(result.orders[0]).toMatchObject({ status: 'FILLED', fillPrice: 1.1005, limitPrice: 1.101 })
  })
})

describe('changing an open position', () => {
  it('sets, moves and removes the stops of a position', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000, stopLoss: 1.05 })',
      2: `const [position] = positions.all()
        log(modify(position, { stopLoss: 1.099, takeProfit: 1.12 }).accepted)
        log(modify(position, { takeProfit: null }).accepted)
        log(modify(position, { stopLoss: 1.1 }).reason, modify(position, { takeProfit: 1.1 }).reason)
        log(modify(position, { quantity: 5 }).reason)`,
    })
    const result = runScript(source, minuteBars([...still(1.1, 1.1), [1.1, 1.13, 1.098, 1.1]]))
    expect(texts(result)).toEqual([
      'true',
      'true',
      'stopLoss 1.1 must be below the price 1.1 takeProfit 1.1 must be above the price 1.1',
      'quantity cannot be changed on a position',
    ])
    expect(result.positions[0]).toMatchObject({ closeReason: 'stop-loss', closePrice: 1.099, risk: 50 })
  })

  it('rejects stops beyond the closing price: the bid for longs, the ask for shorts', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 }); sell({ quantity: 1000 })',
      2: `const [long, short] = positions.all()
        for (const stopLoss of [1.1001, 1.1, 1.09999]) log(modify(long, { stopLoss }).reason)
        for (const stopLoss of [1.1001, 1.1002, 1.10021]) log(modify(short, { stopLoss }).reason)`,
    })
    // Bid 1.1, ask 1.1002. Refused changes have no effect and are logged.
    const result = runScript(source, flatBars(1.1, 4, 0.0002))
    expect(texts(result)).toEqual([
      'stopLoss 1.1001 must be below the price 1.1',
      'stopLoss 1.1 must be below the price 1.1',
      'null',
      'stopLoss 1.1001 must be above the price 1.1002',
      'stopLoss 1.1002 must be above the price 1.1002',
      'null',
    ])
    expect(result.positions.map(({ stopLoss }) => stopLoss)).toEqual([1.09999, 1.10021])
    expect(result.log[0]).toMatchObject({
      level: 'warning',
      message: 'modify refused: stopLoss 1.1001 must be below the price 1.1',
    })
  })

  it('does not flood the log with refusals', () => {
    const source = `function onTick() { for (const p of positions) modify(p, { stopLoss: 9 }); if (positions.count + orders.count === 0) buy({ quantity: 1 }) }`
    const { log } = runScript(source, secondTicks(Array.from({ length: 1_500 }, () => 1.1)), TICKS)
    expect(log).toHaveLength(1_001)
    expect(log.at(-1)?.message).toBe('Changes that are refused from now on are not written here')
  })

  it('starts a new trailing stop at the current price', () => {
    // Opened at 1.1, best price 1.12, now 1.11: 1.11 - 0.005 is 1.105; 1.12 - 0.005 would be 1.115.
    const source = atTicks({
      1: 'buy({ quantity: 1000 })',
      4: 'modify(positions.all()[0], { trailingStop: 0.005 })',
    })
    const { positions } = runScript(source, secondTicks([1.1, 1.1, 1.12, 1.11, 1.106, 1.105, 1.1]), TICKS)
    expect(positions[0]).toMatchObject({ closeReason: 'trailing-stop', closePrice: 1.105 })
  })

  it('rejects changes of closed positions', () => {
    const source = atBars({
      1: 'buy({ quantity: 1000 })',
      2: 'old = positions.all()[0]; closeAll()',
      3: 'log(modify(old, { stopLoss: 1 }).reason)',
    })
    expect(texts(runScript(`let old\n${source}`, flatBars(1.1, 4)))).toEqual(['there is no open position 1'])
  })
})
