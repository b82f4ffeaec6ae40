import { type AlertState, type AlertTerms, NEW_ALERT_STATE } from '@tradeloom/domain/alerts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginAlerts, judgeAll, rowsOf, TERMS, watchedOf } from './alert-rows.fixture.ts'
import type { AlertOutcome } from './alert-outcome.ts'
import type { AlertRow } from './instrument-alerts.ts'

const once = { ...TERMS, fires: 'once' } as const
const SMA = { kind: 'indicator', key: 'SMA', args: [2], output: 'value' } as const

/** Rows with which one alert fires. */
function firedAt(terms: AlertTerms, rows: readonly AlertRow[]): number[] {
  return judgeAll(watchedOf([terms], NEW_ALERT_STATE), rows).map(({ sequence }) => sequence)
}

describe('a price', () => {
  it.each([
    { name: 'crosses in either direction', terms: TERMS, bids: [99, 101, 102, 98, 101], rows: [1, 3, 4] },
    {
      name: 'crosses when it reaches the value, and not when it leaves it',
      terms: TERMS,
      bids: [99, 100, 101, 100, 99],
      rows: [1, 3],
    },
    { name: 'crosses nothing when it begins at the value', terms: TERMS, bids: [100, 101, 99], rows: [2] },
    { name: 'is above at once', terms: { ...once, direction: 'above' }, bids: [101, 99, 102], rows: [0] },
    {
      name: 'is above each time that it rises to the value',
      terms: { ...TERMS, direction: 'above' },
      bids: [99, 100, 101, 99, 100],
      rows: [1, 4],
    },
    {
      name: 'is below each time that it falls to the value',
      terms: { ...TERMS, direction: 'below' },
      bids: [101, 100, 99, 101, 98],
      rows: [1, 4],
    },
    { name: 'crosses once', terms: once, bids: [99, 101, 99], rows: [1] },
  ] as const)('$name', ({ terms, bids, rows }) => {
    expect(firedAt(terms, rowsOf([...bids]))).toEqual(rows)
  })

  it('is that of the chosen side', () => {
    const rows = rowsOf([98, 99.2, 99.6, 100])
    const of = (kind: 'bid' | 'ask' | 'mid') => firedAt({ ...once, value: { kind } }, rows)
    expect([of('ask'), of('mid'), of('bid')]).toEqual([[1], [2], [3]])
  })

  it('counts only where something could trade at it', () => {
    const rows = rowsOf([99, 101, 99]).map((row) => (row.sequence === 1 ? { ...row, isPrice: false } : row))
    expect(firedAt(TERMS, rows)).toEqual([])
  })
})

it('a spread is compared without the noise of binary numbers', () => {
  const rows = rowsOf([1.1, 1.1]).map((row, i) => ({ ...row, ask: i === 0 ? 1.1001 : 1.1002 }))
  expect(firedAt({ ...once, value: { kind: 'spread' }, direction: 'above', against: 0.0002 }, rows)).toEqual([1])
})

describe('a change in percent', () => {
  const change = { ...TERMS, value: { kind: 'change', minutes: 1 }, against: 2 } as const
  // Of mid prices, half a point above the bids.
  const bids = (...mids: number[]) => mids.map((mid) => mid - 0.5)

  it('rises from the lowest price of its time', () => {
    const rows = rowsOf(bids(101, 100, 101, 102, 102, 100, 103), { stepMs: 10_000 })
    expect(firedAt({ ...change, direction: 'above' }, rows)).toEqual([3, 6])
  })

  it('falls from the highest price of its time', () => {
    expect(firedAt({ ...change, direction: 'below' }, rowsOf(bids(100, 101, 99, 98.9), { stepMs: 10_000 }))).toEqual([
      3,
    ])
  })

  it('forgets prices that are older', () => {
    expect(firedAt({ ...change, direction: 'above' }, rowsOf(bids(100, 101, 102), { stepMs: 31_000 }))).toEqual([])
  })
})

describe('at the close of a bar', () => {
  const close = { ...TERMS, fires: 'bar-close', interval: 'M1' } as const

  it('what happened within it does not count', () => {
    // A minute has six rows; the first row of the next one shows that it has ended, be it a heartbeat.
    const rows = rowsOf([99, 101, 99, 101, 99, 99, null, 101, 101, 101, 101, 101, 101], { stepMs: 10_000 })
    expect(firedAt(close, rows)).toEqual([12])
  })

  it('a price that is above fires at each of them', () => {
    const rows = rowsOf(
      Array.from({ length: 19 }, () => 101),
      { stepMs: 10_000 },
    )
    expect(firedAt({ ...close, direction: 'above' }, rows)).toEqual([6, 12, 18])
  })
})

describe('an indicator', () => {
  const crosses = { ...TERMS, value: SMA, interval: 'M1' } as const
  const minutes = [90, 92, 94, 110, 112]
  const rows = rowsOf(
    minutes.flatMap((bid) => [bid, bid]),
    { stepMs: 30_000 },
  )

  it('is compared with the forming bar on each row', () => {
    expect(firedAt(crosses, rows)).toEqual([6])
  })

  it('is compared once a bar has closed', () => {
    expect(firedAt({ ...crosses, fires: 'bar-close' }, rows)).toEqual([8])
  })

  it('is compared with another one', () => {
    const long = { ...SMA, args: [4] }
    const bids = [90, 89, 88, 87, 95, 99, 99]
    const slow = rowsOf(bids, { stepMs: 60_000 })
    expect(firedAt({ ...crosses, against: long, fires: 'bar-close' }, slow)).toEqual([5])
  })

  it('begins with the minutes before its first row', () => {
    const [watched] = watchedOf([{ ...crosses, fires: 'bar-close' }], NEW_ALERT_STATE, 5)
    const { alerts, next } = beginAlerts(watched ? [watched] : [], rows)
    expect(rows.slice(next).flatMap((row) => alerts.take(row))).toMatchObject([{ sequence: 8, value: 102 }])
  })
})

it('a crossing over a gap states between which times it happened', () => {
  const rows = rowsOf([99, null, 101, 99, 101], { gaps: [2] })
  const [first, second] = judgeAll(watchedOf([TERMS], NEW_ALERT_STATE), rows)
  expect(first).toMatchObject({ sequence: 2, gap: { from: rows[1]?.time, to: rows[2]?.time } })
  expect(second).toMatchObject({ sequence: 3, gap: null })
  const missing = judgeAll(watchedOf([TERMS], NEW_ALERT_STATE), rowsOf([99, 99, 101]).toSpliced(1, 1))
  expect(missing).toMatchObject([{ sequence: 2, gap: { from: rows[0]?.time } }])
})

it('an alert that flickers is paused, with its reason', () => {
  const rows = rowsOf(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 99 : 101)))
  const outcomes = judgeAll(watchedOf([TERMS], NEW_ALERT_STATE), rows)
  expect(outcomes.filter(({ kind }) => kind === 'fired')).toHaveLength(10)
  expect(outcomes.at(-1)).toMatchObject({ kind: 'failed', sequence: 10, message: 'It has fired 10 times within 60 s' })
  const slow = rowsOf(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 99 : 101)),
    { stepMs: 7_000 },
  )
  expect(firedAt(TERMS, slow)).toHaveLength(39)
})

describe('under random ends of the process', () => {
  const price = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 96, max: 104 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
  const alert = fc.constantFrom<Partial<AlertTerms>>(
    {},
    { direction: 'above' },
    { direction: 'below', fires: 'once' },
    { value: { kind: 'ask' }, against: 101 },
    { value: { kind: 'change', minutes: 1 }, direction: 'above', against: 3 },
    { value: { kind: 'change', minutes: 2 }, direction: 'below', against: 4 },
    { fires: 'bar-close', interval: 'M1' },
    { fires: 'bar-close', interval: 'M2', direction: 'above' },
    { value: SMA, interval: 'M1' },
    { value: SMA, interval: 'M1', fires: 'bar-close' },
    { against: SMA, interval: 'M2', fires: 'once' },
  )
  const plan = fc.record({
    bids: fc.array(price, { minLength: 2, maxLength: 120 }).map((bids) => [100, ...bids]),
    alerts: fc.array(alert, { minLength: 1, maxLength: 2 }),
    gaps: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 3 }),
    kills: fc.array(fc.record({ afterRows: fc.integer({ min: 1, max: 40 }), isStored: fc.boolean() }), {
      maxLength: 12,
    }),
    stepMs: fc.constantFrom(1_000, 7_000, 20_000),
  })

  it('no crossing is missed and none is doubled', () => {
    fc.assert(
      fc.property(plan, ({ bids, alerts, gaps, kills, stepMs }) => {
        const rows = rowsOf(bids, { gaps, stepMs })
        const terms = alerts.map((one) => ({ ...TERMS, ...one }))
        const inOneLife = judgeAll(watchedOf(terms, NEW_ALERT_STATE), rows)
        expect(inLives(terms, rows, kills)).toEqual(bySequence(inOneLife))
      }),
      { numRuns: 500 },
    )
  })

  it('crossings are those that a plain count of sides finds', () => {
    fc.assert(
      fc.property(plan, ({ bids, kills }) => {
        const rows = rowsOf(bids, { stepMs: 7_000 })
        const expected: number[] = []
        let side = 0
        for (const { sequence, bid, isPrice } of rows) {
          if (!isPrice) continue
          const now = Math.sign(bid - 100)
          if (side !== 0 && now !== side) expected.push(sequence)
          side = now
        }
        expect(inLives([TERMS], rows, kills).map(([, sequence]) => sequence)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
})

type Told = readonly [alertId: string, sequence: number, kind: string, gap: unknown]

function bySequence(outcomes: readonly AlertOutcome[]): Told[] {
  return outcomes
    .map((one): Told => [one.alertId, one.sequence, one.kind, one.kind === 'fired' ? one.gap : null])
    .toSorted((a, b) => a[1] - b[1] || Number(a[0]) - Number(b[0]))
}

/**
 * What alerts do in several lives of their process: what they have done is committed with their states, and a life ends before or
 * after the commit of a row.
 */
function inLives(
  terms: readonly AlertTerms[],
  rows: readonly AlertRow[],
  kills: readonly { readonly afterRows: number; readonly isStored: boolean }[],
): Told[] {
  const stored = new Map(watchedOf(terms, NEW_ALERT_STATE).map((one) => [one.id, one]))
  const committed: AlertOutcome[] = []
  const live = (limit: number, isStored: boolean): void => {
    if (stored.size === 0) return
    const { alerts, next } = beginAlerts([...stored.values()], rows)
    let left = limit
    for (const row of rows.slice(next)) {
      const outcomes = alerts.take(row)
      left--
      // It ends between the row and its commit, or after it.
      if (left <= 0 && !isStored) return
      for (const outcome of outcomes) {
        committed.push(outcome)
        const before = stored.get(outcome.alertId)
        const isOver = outcome.kind === 'failed' || before?.terms.fires === 'once'
        if (isOver) stored.delete(outcome.alertId)
        else if (before) store(before.id, row.sequence + 1, alerts.stateOf(before.id))
      }
      if (left <= 0) return
    }
  }
  const store = (id: string, nextRow: number, state: AlertState): void => {
    const before = stored.get(id)
    if (before) stored.set(id, { ...before, nextRow, state })
  }
  for (const { afterRows, isStored } of kills) live(afterRows, isStored)
  live(Infinity, true)
  return bySequence(committed)
}
