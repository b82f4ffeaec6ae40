import { BAR_COLUMNS, type MarketColumns } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { resolveInstrument } from '../index.ts'
import { type EarnedColumns, profitNearDefects } from './profit-near-defects.ts'
import { defectProfit, qualityOfColumns } from './run-quality.ts'

const MINUTE = 60_000
const MONDAY = Date.UTC(2024, 0, 8)
const at = (minute: number): number => MONDAY + minute * MINUTE

interface Earned {
  readonly openTime: number
  readonly closeTime: number | null
  readonly profit: number
}

const columns = (positions: readonly Earned[]): EarnedColumns => ({
  openTime: positions.map(({ openTime }) => openTime),
  closeTime: positions.map(({ closeTime }) => closeTime ?? NaN),
  profit: positions.map(({ profit }) => profit),
})

describe('profit near defects', () => {
  const defects = [{ from: at(100), to: at(110) }]
  const position = (opened: number, closed: number | null, profit: number) => ({
    openTime: at(opened),
    closeTime: closed === null ? null : at(closed),
    profit,
  })

  it.each([
    ['opened and closed before the range', [80, 94], false],
    ['opened five bars before', [95, 99], true],
    ['opened inside', [105, 200], true],
    ['opened in the last bar of the range', [114, 200], true],
    ['opened after the range', [115, 200], false],
    ['closed inside', [10, 105], true],
    ['closed six bars after', [10, 115], false],
    ['held over it', [10, 200], false],
    ['opened inside and still open', [105, null], true],
  ] as const)('%s', (_, [opened, closed], isNear) => {
    expect(profitNearDefects(columns([position(opened, closed, 7)]), defects, 5, MINUTE).near).toBe(isNear ? 1 : 0)
  })

  it('counts each position once and computes its share of the whole', () => {
    const positions = [position(101, 105, 30), position(10, 20, 90), position(300, 400, -20), position(112, 300, -5)]
    expect(profitNearDefects(columns(positions), [...defects, { from: at(103), to: at(104) }], 5, MINUTE)).toEqual({
      rows: 5, near: 2, positions: 4, profit: 25, totalProfit: 95, share: 25 / 95,
    }) // prettier-ignore
  })

  it('has no share when nothing was earned', () => {
    expect(profitNearDefects(columns([]), defects, 5, MINUTE)).toMatchObject({ near: 0, positions: 0, share: null })
    expect(profitNearDefects(columns([position(101, 105, -30)]), defects, 5, MINUTE)).toMatchObject({
      profit: -30,
      share: null,
    })
  })
})

/** A day of minutes around 1.1 with a hole and a jump at the given minute. */
function planted(hole: number): MarketColumns {
  const kept = Array.from({ length: 1440 }, (_, minute) => minute).filter((one) => one < hole || one >= hole + 12)
  const close = (minute: number): number => 1.1 + (minute % 7) * 1e-5 + (minute >= hole ? 0.03 : 0)
  const rows = kept.map((minute) => {
    const [open, end] = [minute >= hole ? close(hole + ((minute - hole) % 7)) : close(minute), close(minute)]
    const side = [open, Math.max(open, end) + 1e-5, Math.min(open, end) - 1e-5, end]
    return [at(minute), ...side, ...side.map((price) => price + 1e-4), 5]
  })
  const named = BAR_COLUMNS.map((name, column) => [name, Float64Array.from(rows, (row) => row[column] as number)])
  return { kind: 'bar', ...Object.fromEntries(named) } as MarketColumns
}

it('finds a planted gap and jump, and exactly the profit next to them', () => {
  const instrument = resolveInstrument('EURUSD:TEST')
  const period = { start: MONDAY, end: MONDAY + 86_400_000, closures: [] }
  const quality = qualityOfColumns(planted(600), 'M1', instrument, period)
  expect(quality.defects).toEqual([
    { kind: 'gap', from: at(600), to: at(612), count: 12 },
    { kind: 'jump', from: at(612), to: at(613), count: 1 },
  ])
  expect(quality).toMatchObject({ expected: 1440, good: 1427, missing: 12, counts: { gap: 1, jump: 1 } })
  const positions = [
    { openTime: at(100), closeTime: at(200), profit: 10.5 },
    { openTime: at(599), closeTime: at(614), profit: 300.25 },
    // One bar later than the fifth after the jump.
    { openTime: at(618), closeTime: at(640), profit: 5 },
    { openTime: at(700), closeTime: at(800), profit: -60.75 },
  ]
  expect(defectProfit(quality, columns(positions))).toEqual({
    rows: 5, near: 1, positions: 4, profit: 300.25, totalProfit: 255, share: 300.25 / 255,
  }) // prettier-ignore
})
