import { describe, expect, it } from 'vitest'

import { readPlot } from '../record/plot-columns.ts'
import { atBars, flatBars, runScript } from '../run.fixture.ts'

const BARS = flatBars(1.1, 12)
const run = (actions: Readonly<Record<number, string>>, extra = '') => runScript(atBars(actions, extra), BARS)

describe('a request of a script', () => {
  it('is read before the order gets its id, so that orders placed by getters get their own ids', () => {
    const result = run(
      {
        1: `buy({ get quantity() {
          sell({ quantity: 2000, limitPrice: 1.2 })
          return 1000
        }, limitPrice: 1 })`,
        3: "log([...orders].map((order) => order.id + order.side).join(' '), orders.count)",
        5: 'for (const order of orders) log(cancel(order).accepted)',
        7: 'log(orders.count)',
      },
      '',
    )
    expect(result.orders.map(({ id, side, quantity, status }) => [id, side, quantity, status])).toEqual([
      [1, 'SELL', 2000, 'CANCELED'],
      [2, 'BUY', 1000, 'CANCELED'],
    ])
    expect(result.log.map(({ message }) => message)).toEqual(['1SELL 2BUY 2', 'true', 'true', '0'])
  })

  it('is read once, so that a changing getter cannot supply two values', () => {
    const result = run({
      1: `let looks = 0
        const request = { limitPrice: 1, get quantity() { return ++looks === 1 ? 1000 : 'much' } }
        buy(request)
        log(looks)`,
    })
    expect(result.orders).toMatchObject([{ quantity: 1000, status: 'NEW' }])
    expect(result.log).toMatchObject([{ message: '1' }])
  })

  it('keeps ids unique when getters place orders', () => {
    const result = run(
      { 2: 'buy(nested(40))', 4: 'for (const order of orders.all()) cancel(order)', 6: 'log(orders.count)' },
      `function nested(depth) {
        const inner = () => { if (depth > 0) sell(nested(depth - 1)) }
        return new Proxy({ quantity: 1000, limitPrice: 1 }, {
          get: (request, name) => { if (name === 'stopLossPips') inner(); return request[name] },
          ownKeys: (request) => { if (depth % 7 === 0) inner(); return Reflect.ownKeys(request) },
        })
      }`,
    )
    expect(result.orders.map(({ id }) => id)).toEqual(result.orders.map((_, at) => at + 1))
    expect(result.orders.length).toBeGreaterThan(40)
    expect(result.orders.filter(({ status }) => status === 'NEW')).toEqual([])
    expect(result.log.at(-1)).toMatchObject({ message: '0' })
  })

  it('reads all ids of a link before it looks up any order', () => {
    const result = run({
      1: `const [a, b] = [buy({ quantity: 1000, limitPrice: 1 }), buy({ quantity: 2000, limitPrice: 1 })]
        log(oco(a, { get id() { cancel(a); return b.id } }).reason)`,
    })
    expect(result.log).toMatchObject([
      { message: 'oco refused: there is no waiting order 1' },
      { message: 'there is no waiting order 1' },
    ])
    expect(result.orders).toMatchObject([{ status: 'CANCELED' }, { status: 'NEW' }])
  })

  it('reads plot options before it creates the series, so that their number stays bounded', () => {
    const result = run({
      1: `let depth = 0
        const options = () => ({ get pane() { if (depth++ < 50) try { plot('p' + depth, 1, options()) } catch (error) { log(error.message) }; return 'study' } })
        try { plot('first', 1, options()) } catch (error) { log(error.message) }`,
    })
    const one = run({ 2: "plot('same', 1, { get pane() { plot('same', 2); return 'study' } }); plot('same', 3)" })
    expect(one.plots.map((plot) => [plot.name, plot.pane, [...readPlot(plot).value]])).toEqual([
      ['same', 'overlay', [3]],
    ])
    expect(result.plots.length).toBe(32)
    expect(result.log.some(({ message }) => message.includes('at most 32 series'))).toBe(true)
  })

  it('never calls toString of a script object for a rejection reason', () => {
    const spy = '{ toString() { log("asked"); return "x" }, valueOf() { log("asked"); return 1 } }'
    const result = run({
      1: `const spy = ${spy}
        log(modify({ id: spy }, {}).reason, modify({ id: spy, direction: 'LONG' }, {}).reason)
        for (const call of [() => bars(spy), () => closeAll(spy), () => indicators.SMA('M1', spy), () => every(spy, log)])
          try { call() } catch (error) { log(error.message) }
        buy({ quantity: spy, timeInForce: spy, postOnly: spy })`,
    })
    expect(result.log.map(({ message }) => message)).not.toContain('asked')
  })
})

describe('text of a script in a result', () => {
  it('keeps whole characters and no control characters, whatever its source', () => {
    const bad = String.raw`'a\0b\ud800\u0007'`
    const result = run({
      1: `log(${bad}, { [${bad}]: ${bad} }); plot(${bad}, 1, { color: ${bad} }); plot(${bad}, 2)
        buy({ quantity: 1000, [${bad}]: 1 }); modify({ id: ${bad} }, {}); modify(buy({ quantity: 1000, limitPrice: 1 }), { [${bad}]: 1 })`,
    })
    const { log, plots, orders } = result
    const text = [
      ...log.map(({ message }) => message),
      plots.map(({ name, color }) => name + color),
      orders.map(({ reason }) => reason),
    ].join(' ')
    expect(text).toContain('a�b��')
    expect(text.isWellFormed()).toBe(true)
    expect(text.includes('\0') || text.includes('\u0007')).toBe(false)
    expect(plots).toHaveLength(1)
  })
})
