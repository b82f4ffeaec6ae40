import type { BacktestDetail } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { expect, it } from 'vitest'
import { comparedCurves } from './compared-curves.ts'
import { comparedIds } from '../../../entities/runs/compared-ids.ts'
import { differingInputs } from './differing-inputs.ts'
import { metricRows } from './metric-rows.ts'
import type { ResultMetric } from '../result/metrics/metric-format.ts'

const RUN = {
  algorithmName: 'Cross',
  displayVersionNo: '1',
  instrumentId: 'EURUSD:TEST',
  markets: [],
  start: '2024-01-01T00:00:00.000Z',
  end: '2024-02-01T00:00:00.000Z',
  interval: 'M15',
  resolution: 1,
  initialBalance: 10_000,
  accountCurrency: 'USD',
  models: defaultModels(),
  tables: null,
  externals: { period: 20 },
  engineVersion: '2.4.0',
  manifest: { scriptHash: 'a'.repeat(64), dataSnapshot: 'b'.repeat(64) },
  status: 'Completed',
} as unknown as BacktestDetail

it('A comparison lists only the inputs that differ, externals by name', () => {
  const other = { ...RUN, instrumentId: 'EURUSD:OTHER', externals: { period: 30 } }
  expect(differingInputs([RUN, RUN])).toEqual([])
  expect(differingInputs([RUN, other])).toEqual([
    { name: 'Instrument', values: ['EURUSD:TEST', 'EURUSD:OTHER'] },
    { name: 'External period', values: ['20', '30'] },
  ])
})

it('An address compares each backtest once, at most six, and ignores what is not an id', () => {
  const ids = Array.from({ length: 8 }, () => crypto.randomUUID())
  expect(comparedIds([ids[0], ids[0], 'x', ...ids].join(','))).toEqual({ ids: ids.slice(0, 6), surplus: 2 })
  expect(comparedIds(ids.slice(0, 6).join(',')).surplus).toBe(0)
  expect(comparedIds(undefined)).toEqual({ ids: [], surplus: 0 })
})

it('Runs of different months are drawn on the calendar, or from the same start', () => {
  const runs = [1, 2].map((month) => {
    return { id: String(month), symbol: 'EURUSD', initialBalance: 100, start: `2024-0${month}-01T00:00:00.000Z` }
  })
  const HOUR = 3_600_000
  const curves = runs.map(({ start }) => ({ time: [Date.parse(start) + HOUR], equity: [110] }))
  const times = (axis: 'calendar' | 'elapsed') => comparedCurves(runs, curves, axis).map(({ time }) => time[0])
  expect(times('calendar')).toEqual(runs.map(({ start }) => Date.parse(start) + HOUR))
  expect(times('elapsed')).toEqual([HOUR, HOUR])
  expect(comparedCurves(runs, [undefined, curves[1]], 'calendar').map(({ label }) => label)).toEqual(['B EURUSD'])
})

it('A run with many points takes as much of the time axis as its days, and keeps its deepest drawdown', () => {
  const [start, day] = [Date.UTC(2024, 0, 1), 86_400_000]
  const runs = ['dense', 'sparse'].map((id) => {
    return { id, symbol: 'EURUSD', initialBalance: 100, start: new Date(start).toISOString() }
  })
  const minutes = Array.from({ length: 1_441 }, (_, minute) => start + minute * 60_000)
  const dense = {
    time: minutes,
    equity: minutes.map((_, minute) => 100 + minute),
    drawdown: minutes.map((_, minute) => (minute === 700 ? 0.5 : 0.1)),
  }
  const sparse = { time: [start, start + 9.5 * day, start + 10 * day], equity: [100, 90, 95], drawdown: [0, 0.1, 0.05] }
  const [one, ten] = comparedCurves(runs, [dense, sparse], 'calendar')
  expect(one?.time).toEqual(Array.from({ length: 101 }, (_, step) => start + (step * day) / 100))
  expect(one?.equity.slice(-2)).toEqual([100 + 1_425, 100 + 1_440])
  expect(one?.drawdown?.filter((value) => value === 0.5)).toHaveLength(1)
  expect(ten?.time).toHaveLength(1_001)
  expect(ten?.equity.slice(949, 951)).toEqual([100, 90])
  expect([ten?.time.at(-1), ten?.equity.at(-1)]).toEqual([start + 10 * day, 95])
})

it('The best value of a metric is marked, unless it rests on too little data or does not matter', () => {
  const metric = (value: number | null, more: object = {}) =>
    ({
      key: 'maxDrawdown',
      title: 'Maximum drawdown',
      group: 'drawdown',
      unit: '%',
      better: 'lower',
      value,
      interval: null,
      n: 30,
      shown: true,
      marks: [],
      reason: null,
      ...more,
    }) as unknown as ResultMetric
  const best = (...found: ResultMetric[]) => [
    ...(metricRows(
      found.map((one) => [one]),
      true,
    )[0]?.best ?? []),
  ]
  expect(best(metric(5), metric(3), metric(3))).toEqual([1, 2])
  expect(best(metric(5), metric(3, { shown: false }))).toEqual([])
  expect(best(metric(3), metric(3))).toEqual([])
})
