import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { knownColumns, type MarketColumns, type TickColumns } from '@tradeloom/domain'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'

import { anyMarket, anyModels, anyPlan, runOf, scriptOf } from './run.arbitraries.ts'
import { minuteBars, MINUTE, MONDAY, runOnce, startSession, still, tickRows } from './run.fixture.ts'
import type { RunResult } from './run-result.ts'
import type { Session, SessionRecords } from './session.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))
const ID = 'EURUSD:TEST'

const WITNESS = `
  function onOrder(order) { log('order', now(), order.id, order.status, order.fillPrice); plot('orders', order.id) }
  function onPositionClosed(position) { log('closed', now(), position.id, position.profit) }
  function onStop() { log('stop', account.equity) }`

function rowsOf<Columns extends MarketColumns>(columns: Columns, from: number, to: number): Columns {
  const cut = Object.entries(columns).map(([name, column]) => [
    name,
    typeof column === 'string' ? column : (column as TickColumns['time']).slice(from, to),
  ])
  return Object.fromEntries(cut) as Columns
}

/** The rows in blocks whose lengths repeat. */
function* blocksOf(columns: MarketColumns, lengths: readonly number[]): Generator<MarketColumns> {
  let block = 0
  for (let row = 0; row < columns.time.length; block++) {
    const from = row
    row += lengths[block % lengths.length] as number
    yield rowsOf(columns, from, row)
  }
}

/** All records of a session, from everything that was drained. */
function joined(parts: readonly SessionRecords[]) {
  const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id
  return {
    positions: parts.flatMap(({ positions }) => positions).sort(byId),
    orders: parts.flatMap(({ orders }) => orders).sort(byId),
    log: parts.flatMap(({ log }) => log),
    time: parts.flatMap(({ curve }) => [...curve.time]),
    equity: parts.flatMap(({ curve }) => [...curve.equity]),
    drawdown: parts.flatMap(({ curve }) => [...curve.drawdown]),
    days: parts.flatMap(({ days }) => [...days.equity]),
    plotted: parts.flatMap(({ plots }) => plots.flatMap(({ time, value }) => [...time].map((at, i) => [at, value[i]]))),
  }
}

/**
 * The same of a backtest; what is open at its end stays in a session. The thinned equity curve states when extremes were
 * reached only as precisely as it was sampled.
 */
function recordsOf(result: RunResult) {
  return {
    positions: result.positions.filter(({ status }) => status === 'CLOSED'),
    orders: result.orders.filter(({ status }) => status !== 'NEW'),
    log: result.log,
  }
}

describe('a session', () => {
  it('equals the backtest of the same prices, however they are cut into blocks and often records are drained', () => {
    const cuts = fc
      .array(fc.nat(9), { minLength: 1, maxLength: 5 })
      .filter((lengths) => lengths.some((length) => length > 0))
    fc.assert(
      fc.property(
        anyMarket,
        anyPlan,
        anyModels,
        cuts,
        fc.integer({ min: 1, max: 9 }),
        (steps, plan, models, lengths, every) => {
          const { columns, changes, others } = runOf(steps, models)
          const script = scriptOf(plan, WITNESS)
          // The length of bars is derived from their steps, which a few bars may hide.
          const known = { ...changes, ...(models.isTick ? {} : { barIntervals: { [ID]: 'M1' as const } }) }
          const result = runOnce(script, columns, known, others)
          const run = (blocks: Iterable<MarketColumns>, drainEvery: number) => {
            const session = startSession(script, known)
            for (const { instrumentId, columns: prices } of others) {
              session.take({ kind: 'ROWS', instrumentId, columns: prices })
            }
            const parts: SessionRecords[] = []
            let count = 0
            for (const block of blocks) {
              session.take({ kind: 'ROWS', instrumentId: ID, columns: block })
              count += 1
              if (count % drainEvery === 0) parts.push(session.drain())
            }
            return joined([...parts, session.finish()])
          }
          const whole = run([columns], Infinity)
          expect(JSON.stringify(run(blocksOf(columns, lengths), every))).toBe(JSON.stringify(whole))
          const expected = recordsOf(result)
          for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
            expect(JSON.stringify(whole[key]), key).toBe(JSON.stringify(expected[key]))
          }
          expect(whole.plotted.length).toBe(result.plots[0]?.count ?? 0)
        },
      ),
      { numRuns: rounds(200), endOnFailure: true },
    )
  })

  it('ends bars without a price when it is told how late it is', () => {
    const session = startSession(`function onIntervalClose(bar) { log(now(), bar.close) }`, { end: null })
    session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows([[1_000, 1.1, 1.1]]) })
    session.take({ kind: 'CLOSE_UNTIL', time: MONDAY + MINUTE - 1 })
    expect(session.drain().log).toEqual([])
    session.take({ kind: 'CLOSE_UNTIL', time: MONDAY + MINUTE + 500 })
    expect(session.drain().log).toMatchObject([{ message: `${MONDAY + MINUTE} 1.1` }])
    // It is ended once.
    session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows([[MINUTE + 900, 1.2, 1.2]]) })
    expect(session.drain().log).toEqual([])
  })

  it('takes history in bars before it takes live ticks', () => {
    const script = `
      const average = indicators.SMA('M1', 3)
      function onIntervalClose(bar) { log(new Date(bar.time).toISOString().slice(11, 16), bar.close, average.value()) }`
    const session = startSession(script, { start: MONDAY + 3 * MINUTE, end: null, resolution: 0 })
    expect(session.warmup).toEqual([{ interval: 'M1', bars: 4 }])
    session.take({ kind: 'ROWS', instrumentId: ID, columns: minuteBars(still(1, 2, 3)) })
    session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows([[3 * MINUTE, 7, 7]]) })
    session.take({ kind: 'CLOSE_UNTIL', time: MONDAY + 4 * MINUTE })
    expect(session.drain().log).toMatchObject([{ message: '00:03 7 4' }])
  })

  it('reads datasets as they were known during its history, and what becomes known later from then on', () => {
    const script = `
      const cpi = series('FRED:CPIAUCSL')
      const slow = series('FRED:CPIAUCSL', { delay: 90 })
      const average = indicators.SMA('M1', 2)
      function onIntervalClose() { log('bar', now() - ${MONDAY}, cpi.value, cpi.count, cpi.isNew) }
      function onTick(tick) { log(tick.time - ${MONDAY}, cpi.value, cpi.ago(1), cpi.isNew, slow.value) }`
    const sources = [{ id: 'FRED:CPIAUCSL', seriesId: 'stored' }]
    const start = MONDAY + 3 * MINUTE
    const session = startSession(script, { start, end: null, resolution: 0, sources })
    const known = (isHistory: boolean, ...rows: readonly [month: number, value: number, at: number][]) => {
      const revisions = rows.map(([month, value, at]) => {
        const [periodStart, periodEnd] = [Date.UTC(2023, month, 1), Date.UTC(2023, month + 1, 1)]
        return { periodStart, periodEnd, value, knownAt: MONDAY + at, vintage: null, quality: 'vintage' } as const
      })
      session.take({ kind: 'KNOWN', sourceId: 'FRED:CPIAUCSL', columns: knownColumns(revisions), isHistory })
    }
    const tick = (at: number) => {
      session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows([[at, 7, 7]]) })
      return session.drain().log.map(({ message }) => message)
    }
    known(true, [8, 100, -MINUTE], [9, 101, MINUTE])
    session.take({ kind: 'ROWS', instrumentId: ID, columns: minuteBars(still(1, 2, 3)) })
    expect(session.drain().log).toEqual([])
    expect(tick(3 * MINUTE)).toEqual(['180000 101 100 false 101'])
    // It was published before the last price, which did not know it.
    known(false, [10, 102, 2 * MINUTE])
    expect(tick(3 * MINUTE)).toEqual(['180000 101 100 false 101'])
    expect(tick(3 * MINUTE + 1)).toEqual(['180001 102 101 true 101'])
    expect(tick(3 * MINUTE + 30_000)).toEqual(['210000 102 101 false 102'])
    // One that comes late is new all the same, and counts after the one before it.
    known(false, [10, 103, 3 * MINUTE + 29_000], [9, 99, MINUTE])
    expect(tick(3 * MINUTE + 30_001)).toEqual(['210001 102 101 false 102'])
    expect(tick(3 * MINUTE + 31_000)).toEqual(['211000 103 99 true 102'])
    expect(tick(4 * MINUTE)[0]).toBe('bar 240000 103 3 true')
    session.take({ kind: 'CLOSE_UNTIL', time: MONDAY + 5 * MINUTE })
    expect(session.drain().log.map(({ message }) => message)).toEqual(['bar 300000 103 3 false'])
    expect(() =>
      session.take({ kind: 'KNOWN', sourceId: 'FRED:X', columns: knownColumns([]), isHistory: false }),
    ).toThrow('FRED:X is no dataset of this session')
  })

  it('refuses openings while they are not allowed, and closes what is open', () => {
    const script = `
      function onTick() { if (positions.count === 0) buy({ quantity: 1000 }); else closeAll() }
      ${WITNESS}`
    const session = startSession(script, { end: null, resolution: 0, interval: 'Tick' })
    const tick = (at: number) => session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows([[at, 1.1, 1.1]]) })
    tick(0)
    tick(1)
    session.take({ kind: 'CONTROL', openingsRefused: 'catching up' })
    tick(2)
    tick(3)
    tick(4)
    const { orders } = session.drain()
    expect(orders.map(({ side, status, reason }) => [side, status, reason])).toEqual([
      ['BUY', 'FILLED', null],
      ['SELL', 'FILLED', null],
      ['BUY', 'REJECTED', 'catching up'],
      ['BUY', 'REJECTED', 'catching up'],
      ['BUY', 'REJECTED', 'catching up'],
    ])
  })

  it('rejects prices that go back in time, and those of other markets', () => {
    const session = startSession('function onTick() {}', { end: null, resolution: 0 })
    const take = (instrumentId: string, at: number) =>
      session.take({ kind: 'ROWS', instrumentId, columns: tickRows([[at, 1.1, 1.1]]) })
    take(ID, 5_000)
    expect(() => take(ID, 4_000)).toThrow('The prices go back in time at 2024-01-08T00:00:04.000Z')
    expect(() => take('GBPUSD:TEST', 6_000)).toThrow('GBPUSD:TEST is no market of this session')
    const event = { kind: 'BALANCE', time: MONDAY, balance: 1 } as const
    expect(() => session.take({ kind: 'EVENT', event, isAttached: false })).toThrow('takes no events of a venue')
  })

  it('keeps memory flat over a day of ten ticks a second, and ends every minute', { tags: ['full'] }, () => {
    const script = `
      let n = 0
      const average = indicators.EMA('M1', 20)
      function onTick() { n += 1; if (n % 50 === 0) { if (positions.count > 3) closeAll(); else buy({ quantity: 1000, stopLossPips: 5 }) } }
      function onIntervalClose(bar) { log(bar.time); plot('average', average.value()) }`
    const session: Session = startSession(script, { end: null, resolution: 0, initialBalance: 1e9 })
    const BLOCK = 600
    const blocks = 24 * 60
    let minutes = 0
    let early = 0
    for (let block = 0; block < blocks; block++) {
      const rows = Array.from({ length: BLOCK }, (_, i): [number, number, number] => {
        const price = 1.1 + Math.round(Math.sin((block * BLOCK + i) / 700) * 1_000) / 1e5
        return [block * MINUTE + i * 100, price, price]
      })
      session.take({ kind: 'ROWS', instrumentId: ID, columns: tickRows(rows) })
      if (block % 60 !== 59) continue
      minutes += session.drain().log.length
      if (block === 4 * 60 - 1) early = heapUsed()
    }
    minutes += session.finish().log.length
    session.take({ kind: 'CLOSE_UNTIL', time: MONDAY + blocks * MINUTE })
    minutes += session.drain().log.length
    expect(minutes).toBe(blocks)
    // Twenty hours later: fewer bytes more than the records of one hour have.
    expect(heapUsed() - early).toBeLessThan(2 * 1_048_576)
  })
})

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Later tests of this process look at what contexts have.
  setFlagsFromString('--no-expose-gc')
  collect()
  return process.memoryUsage().heapUsed
}
