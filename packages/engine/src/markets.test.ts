import { createRandom, defineInstrument, type MarketColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { type PlainBar, type PlainMarket, runPlainly } from './plain-reference.fixture.ts'
import { MINUTE, MONDAY, runScript } from './run.fixture.ts'
import type { RunSpec } from './run-spec.ts'

const EURO = defineInstrument('EURUSD:TEST')
const YEN = defineInstrument('USDJPY:TEST')
const CROSS = defineInstrument('EURGBP:TEST')
const POUND = defineInstrument('GBPUSD:TEST')
const PLAIN = { closures: [], swap: null, funding: null }
const MARKETS: RunSpec['markets'] = [
  { ...PLAIN, instrument: YEN },
  { ...PLAIN, instrument: CROSS },
]
const END = MONDAY + 300 * MINUTE
const INTERVALS = { M1: MINUTE, M5: 5 * MINUTE } as const

/** Trades all three by a rule that depends on the bar, and logs what it sees. */
const SCRIPT = `
  const markets = [market('EURUSD'), market('USDJPY'), market('EURGBP:TEST')]
  const six = (value) => Math.round(value * 1e6) / 1e6
  let n = 0
  function act(k, name, bar) {
    n += 1
    log('bar', k, name, now(), bar.time, bar.open, bar.high, bar.low, bar.close, six(account.equity), six(account.marginUsed))
    const choice = (n * 7 + Math.round(bar.close * 1e4)) % 11
    const other = markets[(k + choice) % 3]
    if (choice < 4) other.buy({ quantity: 1000 * (choice + 1) })
    else if (choice < 7) other.sell({ quantity: 1000 * (choice - 2) })
    else if (choice === 8) other.closeAll()
  }
  markets.forEach((one, k) => {
    one.every('M1', (bar) => act(k, 'M1', bar))
    one.every('M5', (bar) => act(k, 'M5', bar))
  })
  let ticks = 0
  markets[1].onTick((tick) => {
    ticks += 1
    if (ticks % 50 === 0) { log('tick', now(), tick.bid, six(account.equity)); markets[0].buy({ quantity: 1000 }) }
  })
  function onIntervalClose() {}
  function onOrder(order) {
    if (order.status === 'FILLED')
      log('fill', order.id, order.instrumentId, order.fillTime, order.fillPrice, six(account.balance), six(account.equity))
  }`

describe('a run over three instruments and two time frames', () => {
  for (const kind of ['bar', 'tick'] as const) {
    it(`agrees with a plain reference at ${kind === 'bar' ? 'minute' : 'tick'} resolution`, () => {
      for (const seed of [1, 2, 3]) {
        const data = dataOf(kind, seed)
        const result = runScript(
          SCRIPT,
          data.euro,
          {
            resolution: kind === 'bar' ? 1 : 0,
            markets: MARKETS,
            conversions: [POUND],
            initialBalance: 1_000,
            end: END,
          },
          [
            { instrumentId: YEN.id, columns: data.yen },
            { instrumentId: CROSS.id, columns: data.cross },
            { instrumentId: POUND.id, columns: data.pound },
          ],
          { limits: { logLines: 100_000, logBytes: 1e8 } },
        )
        const plain = plainRun(data)
        expect(result.log.filter(({ level }) => level === 'info').map(({ message }) => message)).toEqual(plain.lines)
        const { balance, equity, maxDrawdown, openPositions } = result.statistics
        expect(balance).toBeCloseTo(plain.balance, 6)
        expect(equity).toBeCloseTo(plain.equity, 6)
        expect(maxDrawdown).toBeCloseTo(plain.maxDrawdown, 6)
        expect(openPositions).toBe(plain.openPositions)
        const filled = result.orders.filter(({ status }) => status === 'FILLED')
        expect(new Set(filled.map(({ instrumentId }) => instrumentId)).size).toBe(3)
        // The margin of all markets together prevented some orders.
        expect(result.orders.some(({ reason }) => reason?.startsWith('not enough margin') === true)).toBe(true)
      }
    })
  }
})

type Data = ReturnType<typeof dataOf>

function plainRun({ euro, yen, cross, pound }: Data) {
  const lines: string[] = []
  const six = (value: number) => Math.round(value * 1e6) / 1e6
  const write = (...values: readonly unknown[]) => lines.push(values.join(' '))
  const markets: PlainMarket[] = [
    { instrument: EURO, columns: euro, rate: () => 1 },
    { instrument: YEN, columns: yen, rate: (mid) => 1 / mid },
    { instrument: CROSS, columns: cross, rate: (_, conversion) => conversion },
  ]
  let n = 0
  let ticks = 0
  const balance = 1_000
  const names = new Map<number, string>(Object.entries(INTERVALS).map(([name, ms]) => [ms, name]))
  const outcome = runPlainly(
    {
      markets,
      intervals: Object.values(INTERVALS),
      conversionAt: (time) => conversionAt(pound, time),
      balance,
      end: END,
    },
    {
      onBar: (k, ms, bar: PlainBar, desk) => {
        n += 1
        const { time, open, high, low, close } = bar
        write('bar', k, names.get(ms), desk.now, time, open, high, low, close, six(desk.equity()), six(desk.margin()))
        const choice = (n * 7 + Math.round(close * 1e4)) % 11
        const other = (k + choice) % 3
        if (choice < 4) desk.open(other, true, 1000 * (choice + 1))
        else if (choice < 7) desk.open(other, false, 1000 * (choice - 2))
        else if (choice === 8) desk.closeAll(other)
      },
      onTick: (k, bid, desk) => {
        if (k !== 1) return
        ticks += 1
        if (ticks % 50 !== 0) return
        write('tick', desk.now, bid, six(desk.equity()))
        desk.open(0, true, 1000)
      },
      onFill: (id, k, price, desk) => {
        write('fill', id, markets[k]?.instrument.id, desk.now, price, six(desk.balance()), six(desk.equity()))
      },
    },
  )
  return { lines, ...outcome }
}

/** The last mid price known at a time: a bar's open from its start, its close at its end. */
function conversionAt(columns: MarketColumns, time: number): number {
  let row = -1
  while ((columns.time[row + 1] ?? Infinity) <= time) row += 1
  if (row < 0) return NaN
  if (columns.kind === 'tick') return ((columns.bid[row] as number) + (columns.ask[row] as number)) / 2
  const isOver = (columns.time[row] as number) + MINUTE <= time
  const [bid, ask] = isOver ? [columns.bidClose, columns.askClose] : [columns.bidOpen, columns.askOpen]
  return ((bid[row] as number) + (ask[row] as number)) / 2
}

function dataOf(kind: 'bar' | 'tick', seed: number) {
  const random = createRandom(seed)
  return {
    euro: walk(kind, random, 1.1, 1e-5),
    yen: walk(kind, random, 150, 1e-3),
    cross: walk(kind, random, 0.85, 1e-5),
    pound: walk(kind, random, 1.3, 1e-5),
  }
}

/** A random walk with missing minutes, or ticks at any second, some of them shared by several markets. */
function walk(kind: 'bar' | 'tick', random: () => number, price: number, point: number): MarketColumns {
  let points = Math.round(price / point)
  const step = () => Math.round((random() - 0.5) * 60)
  const tidy = (value: number) => Math.round(value * point * 1e6) / 1e6
  if (kind === 'tick') {
    const rows = Array.from({ length: 1_500 }, (_, k) => k).filter((k) => k < 3 || random() < 0.6)
    const bids = rows.map(() => tidy((points += step())))
    return {
      kind,
      time: Float64Array.from(rows, (k) => MONDAY + k * 12_000),
      bid: Float64Array.from(bids),
      ask: Float64Array.from(bids, (bid) => tidy(Math.round(bid / point) + 3)),
    }
  }
  const rows = Array.from({ length: 300 }, (_, k) => k).filter((k) => k < 3 || random() < 0.85)
  const candles = rows.map(() => {
    const open = (points += step())
    const close = (points += step())
    return [
      open,
      Math.max(open, close) + Math.round(random() * 20),
      Math.min(open, close) - Math.round(random() * 20),
      close,
    ]
  })
  const column = (k: number, spread: number) =>
    Float64Array.from(candles, (candle) => tidy((candle[k] as number) + spread))
  return {
    kind,
    time: Float64Array.from(rows, (k) => MONDAY + k * MINUTE),
    bidOpen: column(0, 0),
    bidHigh: column(1, 0),
    bidLow: column(2, 0),
    bidClose: column(3, 0),
    askOpen: column(0, 3),
    askHigh: column(1, 3),
    askLow: column(2, 3),
    askClose: column(3, 3),
    volume: new Float64Array(rows.length).fill(1),
  }
}
