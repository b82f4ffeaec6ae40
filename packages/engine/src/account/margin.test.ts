import { defineInstrument, type RunModels } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { atBars, atTicks, flatBars, minuteBars, runScript, secondTicks, still, TICKS } from '../run.fixture.ts'

const TOLD = 'log(JSON.stringify([account.marginUsed, account.marginAvailable, account.closeoutPercent]))'

/** Used margin, available margin and closeout percentage with these orders open. */
function account(orders: string, margin: RunModels['margin'], price = 1.1, changes = {}) {
  const { log } = runScript(atBars({ 1: orders, 2: TOLD }), flatBars(price, 3), { margin, ...changes })
  return JSON.parse(log.at(-1)?.message ?? '') as [number, number, number]
}

describe('margin', () => {
  it('computes margin as quantity times price times rate', () => {
    // 2% for forex: 100,000 x 1.1 x 0.02 = 2,200; half of it divided by 10,000.
    const [used, available, closeout] = account('buy({ quantity: 100000 })', { model: 'instrument' })
    expect([used, available, closeout].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([2200, 7800, 11])
    expect(account('buy({ quantity: 100000 })', { model: 'rate', rate: 0.05 })[0]).toBeCloseTo(5500, 8)
    expect(account('sell({ quantity: 100000 })', { model: 'rate', rate: 0 })).toEqual([0, 10_000, 0])
  })

  it('computes margin at the mid price', () => {
    const { log } = runScript(atBars({ 1: 'buy({ quantity: 100000 })', 2: TOLD }), flatBars(1.1, 3, 0.0004))
    // 100,000 x 1.1002 x 0.02.
    expect((JSON.parse(log[0]?.message ?? '') as number[])[0]).toBeCloseTo(2200.4, 8)
  })

  it('applies margin tiers marginally, each rate to its own units', () => {
    const tiers = [
      { from: 0, rate: 0.01 },
      { from: 50_000, rate: 0.02 },
      { from: 80_000, rate: 0.05 },
    ]
    const used = (quantity: number) => account(`buy({ quantity: ${quantity} })`, { model: 'tiers', tiers })[0]
    // 50,000 x 0.01 = 500; 500 + 30,000 x 0.02 = 1,100; 1,100 + 20,000 x 0.05 = 2,100; each times 1.1.
    expect(used(50_000)).toBeCloseTo(550, 8)
    expect(used(80_000)).toBeCloseTo(1210, 8)
    expect(used(100_000)).toBeCloseTo(2310, 8)
  })

  it('requires margin for the larger side of a hedge', () => {
    const hedge = 'buy({ quantity: 100000 }); sell({ quantity: 60000 })'
    expect(account(hedge, { model: 'instrument' })[0]).toBeCloseTo(2200, 8)
    expect(account(`${hedge}; sell({ quantity: 90000 })`, { model: 'instrument' })[0]).toBeCloseTo(3300, 8)
  })

  it('converts margin into the account currency', () => {
    // A EUR account: 100,000 EUR x 0.02, whatever the dollar costs.
    const [used] = account('buy({ quantity: 100000 })', { model: 'instrument' }, 1.25, { accountCurrency: 'EUR' })
    expect(used).toBeCloseTo(2000, 8)
  })
})

describe('margin call and close-out', () => {
  /** Bought at 1.125 with 14,500: equity at 1.0 is 14,500 - 12,500 = 2,000; the used margin there, at 4%, is 4,000. */
  const instrument = defineInstrument('EURUSD:TEST', { marginRate: 0.04 })
  const buyer = atTicks(
    { 1: 'buy({ quantity: 100000 })' },
    'function onPositionClosed(position) { log(position.closePrice, account.equity) }',
  )
  const fall = (...bids: number[]) =>
    runScript(buyer, secondTicks([1.125, 1.125, ...bids]), { ...TICKS, instrument, initialBalance: 14_500 })

  it('liquidates at 100% exactly, not a point earlier', () => {
    // At 1.0001: equity 2,010, half of the margin 2,000.2.
    expect(fall(1.0001).positions[0]?.status).toBe('OPEN')
    const { positions, statistics, log } = fall(1)
    expect(positions[0]).toMatchObject({ status: 'CLOSED', closeReason: 'margin', closePrice: 1 })
    expect(statistics).toMatchObject({ balance: 2000, openPositions: 0 })
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ['warning', 'Margin call: more margin is used than there is equity'],
      ['warning', 'Margin close-out of position 1'],
      ['info', '1 2000'],
    ])
  })

  it('logs a margin call once, and again after recovery', () => {
    // At 1.016, used margin is 4,064 and equity 3,600; at 1.03, equity is 5,000 and used margin 4,120.
    const { log, positions } = fall(1.03, 1.016, 1.015, 1.03, 1.016)
    expect(log.map(({ message }) => message)).toEqual([
      'Margin call: more margin is used than there is equity',
      'Margin call: more margin is used than there is equity',
    ])
    expect(positions[0]?.status).toBe('OPEN')
  })

  it('liquidates at the gap price, which can leave a negative balance', () => {
    expect(fall(0.97).statistics.balance).toBeCloseTo(14_500 - 15_500, 6)
  })

  it('liquidates the largest loss first and stops when half of the margin is covered', () => {
    const source = atTicks({
      1: 'buy({ quantity: 50000 })',
      2: 'buy({ quantity: 40000 })',
      3: 'buy({ quantity: 60000 })',
    })
    // Opened at 1.1, 1.2 and 1.15. At 1.05 they lose 2,500, 6,000 and 6,000: of equal losses, the older one is closed
    // first. Equity is 17,500 - 14,500 = 3,000; used margin 0.04 x 150,000 x 1.05 = 6,300, half of it 3,150: one must
    // be closed. Then used margin is 0.04 x 110,000 x 1.05 = 4,620, half of it 2,310 < 3,000: enough.
    const { positions } = runScript(source, secondTicks([1.1, 1.1, 1.2, 1.15, 1.05, 1.05]), {
      ...TICKS,
      instrument,
      initialBalance: 17_500,
    })
    expect(positions.map(({ closeReason, closePrice }) => [closeReason, closePrice])).toEqual([
      [null, null],
      ['margin', 1.05],
      [null, null],
    ])
  })

  it('applies slippage to a liquidation', () => {
    const { positions } = runScript(buyer, secondTicks([1.125, 1.125, 1]), {
      ...TICKS,
      instrument,
      initialBalance: 14_500,
      slippage: { model: 'fixed', pips: 2 },
    })
    // The opening costs 20 of equity, so margin is insufficient at 1.0, too.
    expect(positions[0]?.closePrice).toBeCloseTo(0.9998, 10)
    expect(positions[0]?.slippageCost).toBeCloseTo(40, 6)
  })

  it('checks margin at every price of a bar, including the extremes', () => {
    const source = atBars({ 1: 'buy({ quantity: 100000 })' })
    const bars = minuteBars([...still(1.125, 1.125), [1.1, 1.1, 1, 1.09], ...still(1.09)])
    const { positions } = runScript(source, bars, { instrument, initialBalance: 14_500 })
    expect(positions[0]).toMatchObject({ closeReason: 'margin', closePrice: 1 })
  })
})
