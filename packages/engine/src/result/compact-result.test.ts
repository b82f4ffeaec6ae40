import { defineInstrument } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, runOf, scriptOf } from '../run.arbitraries.ts'
import { type Candle, minuteBars, startRun } from '../run.fixture.ts'
import type { CompactResult } from './compact-result.ts'
import { analyzeResult, expandResult } from './expand-result.ts'
import { packResult, unpackResult } from './result-bytes.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

const LIMITS = { positions: 200_000, orders: 500_000, plotValues: 2_000_000 }

/** A script that plots gaps, logs non-ASCII text and then trades by its plan. */
const TALKATIVE = `
  function onOrder(order) { log('é🍏', order.id); plot('ids', order.id % 3 === 0 ? null : order.id / 7) }`

function ended(source: string, run: ReturnType<typeof runOf>) {
  const started = startRun(source, run.columns, run.changes, run.others)
  while (started.step(1_000));
  return started
}

describe('a compact result', () => {
  it('expands to the whole result after packing, for all models and orders', () => {
    fc.assert(
      fc.property(anyMarket, anyPlan, anyModels, (market, plan, models) => {
        const source = scriptOf(plan, TALKATIVE)
        const compact = ended(source, runOf(market, models)).finishCompact()
        const packed = packResult(compact)
        const unpacked = unpackResult(packed, LIMITS)
        expect(expandResult(unpacked)).toEqual(expandResult(compact))
        const again = packResult(unpacked)
        expect(again.text === packed.text).toBe(true)
        expect(Buffer.from(again.columns).equals(Buffer.from(packed.columns))).toBe(true)
        expect(ended(source, runOf(market, models)).finish()).toEqual(expandResult(compact, { intervals: false }))
      }),
      { numRuns: rounds(60) },
    )
  })

  it('has the intervals and breakdowns of the whole result', () => {
    const compact = waves().finishCompact()
    const { metrics, breakdowns } = analyzeResult(compact)
    expect(metrics['expectancy']?.interval).not.toBeNull()
    expect({ metrics, breakdowns }).toEqual({
      metrics: expandResult(compact).metrics,
      breakdowns: expandResult(compact).breakdowns,
    })
    expect(breakdowns.byDirection).toHaveLength(2)
  })

  it('is small: a position of plain market orders takes less than 250 bytes including its orders', () => {
    const compact = waves().finishCompact()
    const { columns } = packResult(compact)
    expect(compact.positions.id.length).toBeGreaterThan(500)
    expect(columns.byteLength / compact.positions.id.length).toBeLessThan(250)
  })
})

describe('the hash of a ledger', () => {
  it('is the same for the same trades, whatever was logged and plotted', () => {
    const [plain, loud] = [waves(), waves("log('x'); plot('close', bar.close);")]
    expect(plain.finishCompact().ledgerHash).toBe(loud.finishCompact().ledgerHash)
  })

  it('differs if a single number of a position or an order differs', () => {
    const { ledgerHash } = waves().finishCompact()
    const seen = new Set([ledgerHash])
    for (const change of ['if (n === 40) buy({ quantity: 1001 })', 'if (n === 40) sell({ quantity: 1000 })']) {
      seen.add(waves(change).finishCompact().ledgerHash)
    }
    expect(seen.size).toBe(3)
    expect(ledgerHash).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('bytes that are not a result', () => {
  const limits = (changes: Partial<typeof LIMITS>) => () => unpackResult(packed, { ...LIMITS, ...changes })
  const packed = packResult(waves("plot('close', bar.close);").finishCompact())

  it('are rejected beyond the limits of a run', () => {
    expect(limits({})).not.toThrow()
    for (const changes of [{ positions: 3 }, { orders: 3 }, { plotValues: 3 }])
      expect(limits(changes)).toThrow(RangeError)
  })

  it('are rejected if columns are missing', () => {
    const short = { ...packed, columns: packed.columns.slice(0, -8) }
    expect(() => unpackResult(short, LIMITS)).toThrow(RangeError)
  })
})

it('names the instruments of a result in the order of the markets', () => {
  expect(waves().finishCompact().instrumentIds).toEqual([defineInstrument('EURUSD:TEST').id])
})

/** Alternates long and short over a day of waves. */
function waves(extra = ''): { finishCompact(): CompactResult } {
  const candles = Array.from({ length: 1_400 }, (_, row): Candle => {
    const price = 1.1 + Math.round(Math.sin(row / 9) * 500 + Math.cos(row / 2) * 90) / 1e5
    return [price, price + 0.0002, price - 0.0001, price]
  })
  const source = `let n = 0
    function onIntervalClose(bar) {
      n += 1
      if (n % 2 === 0) { closeAll(); if (n % 4 === 0) buy({ quantity: 1000 }); else sell({ quantity: 1000 }) }
      ${extra}
    }`
  const run = startRun(source, minuteBars(candles, 0.0001))
  while (run.step(1_000));
  return run
}
