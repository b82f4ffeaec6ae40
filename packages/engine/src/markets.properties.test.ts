import { defineInstrument, type MarketColumns, type TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, type Models, runOf, scriptOf } from './run.arbitraries.ts'
import { runScript } from './run.fixture.ts'
import type { RunResult } from './run-result.ts'
import type { MarketSpec } from './run-spec.ts'
import type { Series } from './series.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

/** Logs everything the script is notified of, with the state of the account. */
const WITNESS = `
  function onOrder(order) { log('order', now(), order.id, order.status, order.fillPrice, account.equity) }
  function onPositionOpened(position) { log('opened', now(), position.id, position.openPrice, account.marginUsed) }
  function onPositionClosed(position) { log('closed', now(), position.id, position.closePrice, position.profit) }`
const TICK_WITNESS = `${WITNESS}
  function onTick(tick) { plot('equity', account.equity) }`

/** Trades two more markets by the same rule, from bars of other lengths and from their ticks. */
const ACROSS = `${WITNESS}
  const pound = market('GBPUSD'), dollar = market('AUDUSD:TEST')
  const average = pound.indicators.SMA('M2', 3)
  let count = 0
  pound.every('M2', (bar) => {
    log('pound', now(), bar.time, bar.close, average.ready ? average.value() : null, dollar.bid, account.equity)
    count += 1
    if (count % 3 === 0) dollar.buy({ quantity: 2000, stopLossPips: 8, takeProfitPips: 5 })
    if (count % 4 === 1) pound.sell({ quantity: 3000, limitPrice: pound.round(pound.bid + 0.0002) })
    if (count % 7 === 0) closeAll()
  })
  dollar.onTick((tick) => {
    plot('dollar', tick.bid)
    if (dollar.positions.count > 2) dollar.closeAll()
    if (dollar.positions.count === 1 && pound.orders.count === 0) pound.buy({ quantity: 1000, stopPrice: pound.round(pound.ask + 0.0003), takeProfitPips: 4 })
    for (const order of pound.orders) if (order.time < now() - 240000) cancel(order)
  })`

describe('several markets', () => {
  for (const [name, witness] of [
    ['on every bar', WITNESS],
    ['on every tick', TICK_WITNESS],
  ] as const) {
    it(`matches the loop of a single market with a script that acts ${name}`, () => {
      fc.assert(
        fc.property(anyMarket, anyPlan, anyModels, (steps, plan, models) => {
          const { columns, changes, others } = runOf(steps, models)
          const script = scriptOf(plan, witness)
          const single = runScript(script, columns, changes, others)
          const merged = runScript(script, columns, changes, others, { merge: true })
          expect(merged).toEqual(single)
        }),
        { numRuns: rounds(100), endOnFailure: true },
      )
    })
  }

  it('has the same events before a time if every series is cut there', () => {
    fc.assert(
      fc.property(
        fc.tuple(anyMarket, anyMarket, anyMarket),
        anyPlan,
        anyModels,
        fc.double({ min: 0.3, max: 0.9, noNaN: true }),
        (steps, plan, models, part) => {
          const whole = inputsOf(steps, models)
          const time = whole.series[0]?.columns.time as Float64Array
          const cutAt = time[Math.floor(time.length * part)] as number
          fc.pre(whole.series.every(({ columns }) => (columns.time[0] as number) < cutAt))
          const script = scriptOf(plan, ACROSS)
          const all = runWith(script, whole)
          const cut = runWith(script, {
            ...whole,
            series: whole.series.map((one) => ({ ...one, columns: cutColumns(one.columns, cutAt) })),
          })
          expect(eventsBefore(cut, cutAt)).toEqual(eventsBefore(all, cutAt))
        },
      ),
      { numRuns: rounds(80), endOnFailure: true },
    )
  })

  it('gives the same result for any number of rows per step', () => {
    fc.assert(
      fc.property(fc.tuple(anyMarket, anyMarket, anyMarket), anyPlan, anyModels, (steps, plan, models) => {
        const inputs = inputsOf(steps, models)
        const script = scriptOf(plan, ACROSS)
        expect(runWith(script, inputs, 7)).toEqual(runWith(script, inputs))
      }),
      { numRuns: rounds(40), endOnFailure: true },
    )
  })
})

const POUND = defineInstrument('GBPUSD:TEST')
const AUSSIE = defineInstrument('AUDUSD:TEST')

interface Inputs {
  readonly changes: ReturnType<typeof runOf>['changes']
  readonly series: readonly Series[]
}

/** Three markets of different lengths, with everything that the account needs. */
function inputsOf(steps: readonly [Steps, Steps, Steps], models: Models): Inputs {
  const euro = runOf(steps[0], models)
  const [, pound, aussie] = steps.map((one) => runOf(one, models).columns) as [unknown, MarketColumns, MarketColumns]
  const plain = { closures: [], swap: null, funding: null }
  const markets: MarketSpec[] = [
    { ...plain, instrument: POUND, swap: models.swap },
    { ...plain, instrument: AUSSIE, funding: models.funding },
  ]
  return {
    changes: { ...euro.changes, markets },
    series: [
      { instrumentId: 'EURUSD:TEST', columns: euro.columns },
      { instrumentId: POUND.id, columns: pound },
      { instrumentId: AUSSIE.id, columns: aussie },
      ...euro.others,
    ],
  }
}

type Steps = Parameters<typeof runOf>[0]

function runWith(script: string, { changes, series }: Inputs, stepRows?: number): RunResult {
  const [own, ...others] = series
  return runScript(script, own?.columns as MarketColumns, changes, others, {}, stepRows)
}

/** Rows that begin before a time. Bars that begin before it are complete. */
function cutColumns<Columns extends MarketColumns>(columns: Columns, time: number): Columns {
  const count = columns.time.findIndex((one) => one >= time)
  if (count < 0) return columns
  const cut = Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'string' ? column : (column as TickColumns['time']).slice(0, count),
  ])
  return Object.fromEntries(cut) as Columns
}

/** Everything that happened before a time: notifications, orders and closed positions. */
function eventsBefore({ log, orders, positions }: RunResult, time: number) {
  return {
    log: log.filter((line) => line.time < time),
    filled: orders
      .filter(({ fillTime }) => fillTime !== null && fillTime < time)
      .map(({ id, instrumentId, fillTime, fillPrice }) => [id, instrumentId, fillTime, fillPrice]),
    placed: orders.filter((order) => order.time < time).map(({ id, type, side }) => [id, type, side]),
    closed: positions
      .filter(({ closeTime }) => closeTime !== null && closeTime < time)
      .map(({ id, closePrice, profit }) => [id, closePrice, profit]),
  }
}
