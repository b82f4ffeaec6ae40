import { defineInstrument, type Instrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, type Candle, flatBars, minuteBars, MINUTE, MONDAY, runScript } from './run.fixture.ts'
import type { MarketSpec, RunSpec } from './run-spec.ts'

const POUND = defineInstrument('GBPUSD:TEST')
const YEN = defineInstrument('USDJPY:TEST')

function marketOf(instrument: Instrument, changes: Partial<MarketSpec> = {}): MarketSpec {
  return { instrument, closures: [], swap: null, funding: null, ...changes }
}

/** Minute bars at one price and, from a certain minute, at another. */
function step(from: number, to: number, minute: number) {
  const candles = Array.from({ length: 20 }, (_, i): Candle => {
    const price = i < minute ? from : to
    return [price, price, price, price]
  })
  return minuteBars(candles)
}

const SPEC: Partial<RunSpec> = { initialBalance: 2_000, end: MONDAY + 20 * MINUTE }
/** Buys euros for 22,000 dollars and pounds for 13,000, of which 3.33% is margin. */
const SCRIPT = `const pound = market('GBPUSD')\n${atBars({ 2: 'buy({ quantity: 20000 }); pound.buy({ quantity: 10000 })' })}`

describe('liquidation of an account with several markets', () => {
  const falling = [{ instrumentId: POUND.id, columns: step(1.3, 1.15, 8) }]

  it('closes the largest loss of all markets first, and keeps the rest', () => {
    const spec = { ...SPEC, margin: { model: 'rate', rate: 0.0333 }, markets: [marketOf(POUND)] } as const
    const { positions, log } = runScript(SCRIPT, step(1.1, 1.099, 8), spec, falling)
    const byMarket = positions.map(({ instrumentId, closeReason }) => [instrumentId, closeReason])
    expect(byMarket).toEqual([
      ['EURUSD:TEST', null],
      [POUND.id, 'margin'],
    ])
    expect(log.map(({ message }) => message)).toContain('Margin call: more margin is used than there is equity')
  })

  it('skips a closed market and closes a smaller loss in another one', () => {
    const closures = [{ from: MONDAY + 9 * MINUTE, to: MONDAY + 19 * MINUTE }]
    const spec = { ...SPEC, margin: { model: 'rate', rate: 0.0333 }, markets: [marketOf(POUND, { closures })] } as const
    const { positions } = runScript(SCRIPT, step(1.1, 1.075, 12), spec, [
      { instrumentId: POUND.id, columns: step(1.3, 1.19, 8) },
    ])
    const euro = positions.find(({ instrumentId }) => instrumentId === 'EURUSD:TEST')
    expect(euro).toMatchObject({ closeReason: 'margin' })
    expect(euro?.closeTime).toBeLessThan(MONDAY + 19 * MINUTE)
  })

  it('compares losses in account currency, not in the currencies of the markets', () => {
    const script = `const yen = market('USDJPY')\n${atBars({ 2: 'buy({ quantity: 20000 }); yen.buy({ quantity: 10000 })' })}`
    const spec = { ...SPEC, margin: { model: 'rate', rate: 0.0333 }, markets: [marketOf(YEN)] } as const
    // 1,400 dollars of loss in euros, and 30,000 yen, which are about 200 dollars.
    const { positions } = runScript(script, step(1.1, 1.03, 8), spec, [
      { instrumentId: YEN.id, columns: step(150, 147, 8) },
    ])
    const closed = positions.filter(({ closeReason }) => closeReason === 'margin')
    expect(closed.map(({ instrumentId }) => instrumentId)).toEqual(['EURUSD:TEST'])
  })
})

describe('orders of several markets that are linked by oco', () => {
  const script = `const pound = market('GBPUSD')\n${atBars({
    2: `oco(buy({ quantity: 1000, limitPrice: 1.05 }), pound.buy({ quantity: 1000, limitPrice: 1.25 }))`,
  })}`

  it.each([
    ['the other market', step(1.1, 1.1, 8), step(1.3, 1.2, 8), ['CANCELED', 'FILLED']],
    ["the run's instrument", step(1.1, 1.04, 8), step(1.3, 1.3, 8), ['FILLED', 'CANCELED']],
  ])('are canceled when the one in %s fills', (_, euro, pound, statuses) => {
    const { orders } = runScript(script, euro, { ...SPEC, markets: [marketOf(POUND)] }, [
      { instrumentId: POUND.id, columns: pound },
    ])
    expect(orders.map(({ status }) => status)).toEqual(statuses)
    expect(orders.map(({ instrumentId }) => instrumentId)).toEqual(['EURUSD:TEST', POUND.id])
  })
})

describe('the markets of a run', () => {
  const run = (markets: readonly MarketSpec[], columns = flatBars(1.3, 20)) =>
    runScript('function onTick() {}', flatBars(1.1, 20), { ...SPEC, markets }, [{ instrumentId: POUND.id, columns }])

  it('are rejected if there are more than 16 besides its own', () => {
    const many = Array.from({ length: 17 }, (_, i) => marketOf({ ...POUND, id: `M${i}:TEST` }))
    expect(() => run(many)).toThrow('A run can trade at most 16 other instruments')
  })

  it("are rejected if one is listed twice or is the run's own", () => {
    expect(() => run([marketOf(POUND), marketOf(POUND)])).toThrow('GBPUSD:TEST is listed twice')
    expect(() => run([marketOf(defineInstrument('EURUSD:TEST'))])).toThrow('EURUSD:TEST is listed twice')
  })

  it('are rejected if the swap or funding of one is invalid', () => {
    const swap = { unit: 'pips', long: NaN, short: 0, tripleWeekday: 3 } as const
    expect(() => run([marketOf(POUND, { swap })])).toThrow(/swap/i)
    expect(() => run([marketOf(POUND, { funding: { hours: 0, rate: 0 } })])).toThrow(/funding/i)
  })

  it('are rejected if one has no data, or data of another kind or period', () => {
    expect(() => run([marketOf(YEN)])).toThrow('There is no data of USDJPY:TEST')
    const ticks = {
      kind: 'tick',
      time: Float64Array.of(MONDAY),
      bid: Float64Array.of(1),
      ask: Float64Array.of(1),
    } as const
    expect(() => run([marketOf(POUND)], ticks as never)).toThrow('Minute resolution needs bars of GBPUSD:TEST')
    const late = minuteBars([[1.3, 1.3, 1.3, 1.3]], 0, MONDAY + 86_400_000)
    expect(() => run([marketOf(POUND)], late)).toThrow('There are no prices of GBPUSD:TEST')
  })

  it("are charged swap at each market's own rates", () => {
    const spec = { ...SPEC, end: MONDAY + 2 * 86_400_000 }
    const script = `const pound = market('GBPUSD')\n${atBars({ 2: 'buy({ quantity: 10000 }); pound.buy({ quantity: 10000 })' })}`
    const days = (price: number) => flatBars(price, 2 * 1440)
    const swap = { unit: 'pips', long: -2, short: 0, tripleWeekday: 3 } as const
    const { positions } = runScript(script, days(1.1), { ...spec, markets: [marketOf(POUND, { swap })] }, [
      { instrumentId: POUND.id, columns: days(1.3) },
    ])
    const costs = Object.fromEntries(positions.map(({ instrumentId, swapCost }) => [instrumentId, swapCost]))
    // Two nights, two pips of a dollar each.
    expect(costs).toEqual({ 'EURUSD:TEST': 0, [POUND.id]: expect.closeTo(4, 9) })
  })
})
