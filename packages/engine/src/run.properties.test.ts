import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, expectQuoted, type Models, runOf, scriptOf } from './run.arbitraries.ts'
import { MINUTE, runScript, startRun } from './run.fixture.ts'
import type { PositionRecord, RunResult } from './run-result.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

const COSTS = ['spreadCost', 'slippageCost', 'commission', 'swapCost', 'fundingCost'] as const
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const costsOf = (position: PositionRecord) => sum(COSTS.map((name) => position[name]))

/** Plots and logs everything that happens. */
const EVERY_HANDLER = `
  function onOrder(order) { log(order.id, order.status); plot('orders', orders.count) }
  function onPositionOpened(position) { plot('opened', position.openPrice, { pane: 'study' }) }
  function onPositionClosed(position) { log(position.profit) }
  function onTick(tick) { plot('equity', account.equity) }
  function onStop() { log('the end', account.balance) }`

/** Passes getters, values and iterators that report any read after the end. */
const LEAVES_TRAPS = `
  let isOver = false
  const tell = () => { if (isOver) { log('asked again'); plot('late', 1); buy({ quantity: 1000 }) } }
  const trap = (value) => new Proxy({ toString() { tell(); return 'x' }, valueOf() { tell(); return value }, toJSON() { tell(); return value },
    [Symbol.iterator]: function* () { tell(); yield value } }, { get: (of, name) => { tell(); return of[name] }, ownKeys: (of) => { tell(); return Reflect.ownKeys(of) } })
  function onTick() {
    plot('trap', trap(1), { get pane() { tell(); return 'study' }, get color() { tell(); return 'red' } })
    log(trap(1), [trap(2)], { trap: trap(3) })
    for (const name of ['quantity', 'limitPrice', 'stopLoss', 'timeInForce', 'surplus']) buy({ quantity: 1000, [name]: trap(1) })
    for (const order of orders) modify(order, { quantity: trap(1) })
    for (const position of positions) { modify(position, { stopLoss: trap(1) }); closePosition(position, trap(1)) }
    oco(trap(1), trap(2)); cancel(trap(1))
  }
  function onOrder(order) { for (const name in order) order[name] = trap(1) }
  function onPositionClosed(position) { for (const name in position) position[name] = trap(1) }
  function onStop() { log('the end'); isOver = true }`

/** Runs a plan with models, and also returns how much was positive in it. */
function run(steps: Parameters<typeof runOf>[0], plan: Parameters<typeof scriptOf>[0], models: Models, extra = '') {
  const { columns, changes, others } = runOf(steps, models)
  return { columns, changes, others, result: runScript(scriptOf(plan, extra), columns, changes, others) }
}

/**
 * The thinned curve states when extremes were reached only as precisely as it was sampled, so it is excluded with
 * everything derived from it.
 */
function withoutCurve({
  equityCurve: _curve,
  metrics,
  breakdowns,
  warnings: _warnings,
  log: _log,
  ...rest
}: RunResult) {
  const { meanLeverage: _leverage, drawdownDuration: _duration, ...others } = metrics
  const { drawdowns: _drawdowns, ...parts } = breakdowns
  return { ...rest, metrics: others, breakdowns: parts }
}

describe('any script on any market, with any model', () => {
  it('accounts for every cost: gross profit minus costs is net profit, per position and in total', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { changes, result } = run(steps, plan, models)
        const { statistics, positions } = result
        const scale = changes.initialBalance as number
        const near = (actual: number, expected: number) =>
          expect(Math.abs(actual - expected)).toBeLessThan(1e-9 * scale)
        for (const name of COSTS) near(statistics[name], sum(positions.map((position) => position[name])))
        near(statistics.grossProfit - sum(COSTS.map((name) => statistics[name])), statistics.profit)
        const open = positions.filter(({ status }) => status === 'OPEN')
        const closed = positions.filter(({ status }) => status === 'CLOSED')
        const booked = sum(open.map(({ commission, swapCost, fundingCost }) => commission + swapCost + fundingCost))
        near(statistics.balance, scale + sum(closed.map(({ profit }) => profit)) - booked)
        near(statistics.equity, scale + sum(positions.map(({ profit }) => profit)))
        near(statistics.realizedProfit, sum(closed.map(({ profit }) => profit)))
        near(statistics.unrealizedProfit, sum(open.map(({ profit }) => profit)))
        near(statistics.profit, statistics.realizedProfit + statistics.unrealizedProfit)
        near(statistics.equity, statistics.balance + statistics.unrealizedProfit + booked)
        for (const { ambiguous, profitInterval, profit } of positions) {
          expect(profitInterval !== null).toBe(ambiguous)
          if (!profitInterval) continue
          expect(profitInterval[0]).toBeLessThanOrEqual(profit)
          expect(profitInterval[1]).toBeGreaterThanOrEqual(profit)
        }
      }),
      { numRuns: rounds(200), endOnFailure: true },
    )
  })

  it('computes the gross profit of a position from the mid price', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, result } = run(steps, plan, { ...models, isTick: true, accountCurrency: 'USD' })
        if (columns.kind !== 'tick') throw new Error('expected ticks')
        const middle = (time: number) => {
          const row = columns.time.indexOf(time)
          return ((columns.bid[row] as number) + (columns.ask[row] as number)) / 2
        }
        for (const position of result.positions) {
          const { direction, quantity, openTime, closeTime } = position
          if (closeTime === null) continue
          const moved = (middle(closeTime) - middle(openTime)) * (direction === 'LONG' ? 1 : -1)
          expect(position.profit + costsOf(position)).toBeCloseTo(moved * quantity, 6)
        }
      }),
      { numRuns: rounds(100), endOnFailure: true },
    )
  })

  it('never fills more than the ordered quantity', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { orders, positions } = run(steps, plan, models).result
        const balance = new Map<string, number>()
        const add = (time: number | null, isBuy: boolean, quantity: number) => {
          if (time !== null) balance.set(`${time} ${isBuy}`, (balance.get(`${time} ${isBuy}`) ?? 0) + quantity)
        }
        for (const { status, side, fillTime, quantity } of orders) {
          if (status === 'FILLED') add(fillTime, side === 'BUY', quantity)
          else expect(fillTime).toBeNull()
        }
        for (const { direction, openTime, closeTime, closeReason, quantity } of positions) {
          add(openTime, direction === 'LONG', -quantity)
          if (closeReason === 'script' || closeReason === 'netting') add(closeTime, direction === 'SHORT', -quantity)
        }
        for (const left of balance.values()) expect(left).toBeGreaterThanOrEqual(-1e-6)
      }),
      { numRuns: rounds(150), endOnFailure: true },
    )
  })

  it('never fills outside the quoted prices or while the market is closed', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, changes, result } = run(steps, plan, { ...models, slippage: { model: 'fixed', pips: 0 } })
        const closure = changes.closures?.[0]
        for (const { direction, openTime, openPrice, closeTime, closePrice } of result.positions) {
          expectQuoted(columns, openTime, openPrice, direction === 'LONG')
          if (closeTime !== null) expectQuoted(columns, closeTime, closePrice as number, direction === 'SHORT')
          for (const time of [openTime, closeTime ?? 0]) {
            expect(closure !== undefined && time >= closure.from && time < closure.to).toBe(false)
          }
        }
      }),
      { numRuns: rounds(150), endOnFailure: true },
    )
  })

  it('changes equity only by prices and financing while nothing fills', () => {
    const extra = `function onTick({ bid, ask }) {
      log(JSON.stringify([bid, ask, account.equity, now(), positions.all().map((p) =>
        [p.id, p.direction === 'LONG' ? p.quantity : 0, p.direction === 'LONG' ? 0 : p.quantity, p.swapCost + p.fundingCost])]))
    }`
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { result } = run(steps, plan, { ...models, accountCurrency: 'USD' }, extra)
        const marks = result.log
          .filter(({ message }) => message.startsWith('['))
          .map(
            ({ message }) =>
              JSON.parse(message) as [number, number, number, number, [number, number, number, number][]],
          )
        for (const [at, [bid, ask, equity, time, held]] of marks.entries()) {
          const before = marks[at - 1]
          const ids = (positions: readonly (readonly number[])[]) => JSON.stringify(positions.map((p) => p.slice(0, 3)))
          if (!before || ids(before[4]) !== ids(held)) continue
          const [bidBefore, askBefore, equityBefore, , heldBefore] = before
          const charged = sum(held.map((p) => p[3])) - sum(heldBefore.map((p) => p[3]))
          const moved = sum(held.map((p) => p[1] * (bid - bidBefore) - p[2] * (ask - askBefore)))
          // A position may open and close between two log lines.
          const isFilled = result.positions.some(({ closeTime }) => closeTime === time)
          if (!isFilled) expect(equity - equityBefore).toBeCloseTo(moved - charged, 6)
        }
      }),
      { numRuns: rounds(100), endOnFailure: true },
    )
  })

  it('produces the same result whether quiet rows are processed at once or price by price', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        // A late end makes the parts of the curve long, so that several bars share one.
        const long = { ...changes, end: (changes.start as number) + 60 * 86_400_000, funding: null }
        const atOnce = runScript(scriptOf(plan), columns, long, others)
        const priceByPrice = runScript(scriptOf(plan, 'function onTick() {}'), columns, long, others)
        expect(withoutCurve(priceByPrice)).toEqual(withoutCurve(atOnce))
        expect(Math.min(...priceByPrice.equityCurve.equity)).toBe(Math.min(...atOnce.equityCurve.equity))
        expect(Math.max(...priceByPrice.equityCurve.equity)).toBe(Math.max(...atOnce.equityCurve.equity))
      }),
      { numRuns: rounds(200), endOnFailure: true },
    )
  })

  it('produces the same result whether bare orders are taken as numbers or in full', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        const instant = { ...changes, latencyMs: 0, funding: null }
        // Several orders at the same time keep the order of their placement.
        const twice = "every('M1', onIntervalClose)"
        const asNumbers = runScript(scriptOf(plan, twice), columns, instant, others)
        const inFull = runScript(scriptOf(plan, `${twice}\nfunction onPositionClosed() {}`), columns, instant, others)
        expect(withoutCurve(inFull)).toEqual(withoutCurve(asNumbers))
      }),
      { numRuns: rounds(200), endOnFailure: true },
    )
  })

  it('produces the same result over rows that an earlier run has used', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        const script = scriptOf(plan)
        const first = runScript(script, columns, changes, others)
        expect(runScript(script, columns, changes, others)).toEqual(first)
      }),
      { numRuns: rounds(200), endOnFailure: true },
    )
  })

  it('does not look ahead', () => {
    fc.assert(
      fc.property(
        anyMarket,
        anyPlan,
        anyModels,
        fc.double({ min: 0.3, max: 0.9, noNaN: true }),
        (steps, plan, models, share) => {
          const rows = Math.floor(steps.length * share)
          const whole = run(steps, plan, models)
          const until = (whole.changes.start as number) + rows * MINUTE
          const part = run(steps.slice(0, rows), plan, models)
          const early = ({ orders, positions }: RunResult) => [
            orders.filter(({ fillTime }) => fillTime !== null && fillTime < until),
            positions.filter(({ closeTime }) => closeTime !== null && closeTime < until),
          ]
          expect(early(part.result)).toEqual(early(whole.result))
        },
      ),
      { numRuns: rounds(100), endOnFailure: true },
    )
  })

  it('produces the same bytes with the same seed for any number of rows per step', () => {
    const sizes = fc.oneof(
      fc.constantFrom([1], [7], [2_048]),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 12 }),
    )
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, sizes, (steps, plan, models, slices) => {
        const { columns, changes, others } = runOf(steps, models)
        const script = scriptOf(plan, EVERY_HANDLER)
        const cut = startRun(script, columns, changes, others)
        for (let at = 0; cut.step(slices[at % slices.length] as number); at++) {
          // Reading live numbers must not change the run.
          cut.live()
          cut.log()
        }
        const text = JSON.stringify(runScript(script, columns, changes, others))
        expect(JSON.stringify(cut.finish())).toBe(text)
        expect(JSON.stringify(runScript(script, columns, changes, others))).toBe(text)
      }),
      { numRuns: rounds(60), endOnFailure: true },
    )
  })

  it('runs no script code after onStop has returned', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
        const { columns, changes, others } = runOf(steps, models)
        const result = runScript(scriptOf(plan, LEAVES_TRAPS), columns, changes, others)
        expect(result.log.at(-1)?.message).toBe('the end')
        expect(result.plots.map(({ name }) => name)).not.toContain('late')
      }),
      { numRuns: rounds(20), endOnFailure: true },
    )
  })
})
