import type { DayGrade, Defect, DefectKind } from '@tradeloom/contracts'
import { formatDay, formatNumber, formatPlain } from '../../ui/format.ts'

/** 0: no data, 1: poor, 2: with gaps, 3: good, 4: complete. */
export type QualityLevel = 0 | 1 | 2 | 3 | 4

export const LEVEL_NAMES = ['No data', 'Poor', 'With gaps', 'Good', 'Complete'] as const

/** Quality level of prices of which this share (0 to 1) is present and without defects. */
export function shareLevel(share: number): QualityLevel {
  if (share < 0.6) return 1
  if (share < 0.9) return 2
  return share < 0.985 ? 3 : 4
}

/** A day or a week of the timeline; no data is expected while the market is closed. */
export interface QualityCell {
  /** UTC milliseconds, `from <= time < to`. */
  readonly from: number
  readonly to: number
  readonly expected: number
  readonly good: number
  readonly missing: number
}

export interface QualityRow {
  /** A month or a year. */
  readonly label: string
  /** By column of the timeline; null outside the data. */
  readonly cells: readonly (QualityCell | null)[]
  readonly expected: number
  readonly good: number
}

const DAY = 86_400_000
/** For longer data a cell is a week: cells for days would not fit on the screen. */
const MAX_DAYS = 800

export function cellLevel({ expected, good, missing }: QualityCell): QualityLevel | null {
  if (expected === 0) return null
  return missing >= expected ? 0 : shareLevel(good / expected)
}

/** One row per month with a cell per day or, for years of data, one row per year with a cell per week. */
export function qualityRows(days: readonly DayGrade[]): { unit: 'day' | 'week'; columns: number; rows: QualityRow[] } {
  const first = days[0]?.[0]
  const last = days.at(-1)?.[0]
  if (first === undefined || last === undefined) return { unit: 'day', columns: 31, rows: [] }
  const isDaily = (last - first) / DAY <= MAX_DAYS
  const [length, width] = isDaily ? [7, 1] : [4, 7]
  const known = new Map(days.map((day) => [day[0], day]))
  const rows: { label: string; cells: (QualityCell | null)[]; expected: number; good: number }[] = []
  for (let day = first; day <= last; day += DAY) {
    const label = formatDay(day).slice(0, length)
    let row = rows.at(-1)
    if (row?.label !== label) rows.push((row = { label, cells: [], expected: 0, good: 0 }))
    const start = Date.parse(`${label}${isDaily ? '' : '-01'}-01T00:00:00Z`)
    const column = Math.floor((day - start) / DAY / width)
    while (row.cells.length < column) row.cells.push(null)
    const before = row.cells[column]
    const [, expected = 0, good = 0, missing = 0] = known.get(day) ?? []
    row.expected += expected
    row.good += good
    row.cells[column] = {
      from: before?.from ?? day,
      to: day + DAY,
      expected: (before?.expected ?? 0) + expected,
      good: (before?.good ?? 0) + good,
      missing: (before?.missing ?? 0) + missing,
    }
  }
  return { unit: isDaily ? 'day' : 'week', columns: isDaily ? 31 : 53, rows }
}

export const DEFECT_NAMES: Readonly<Record<DefectKind, readonly [one: string, many: string]>> = {
  gap: ['gap', 'gaps'],
  outlier: ['price spike', 'price spikes'],
  jump: ['price jump', 'price jumps'],
  crossed: ['crossed quote', 'crossed quotes'],
  duplicate: ['duplicate', 'duplicates'],
  inconsistent: ['inconsistent bar', 'inconsistent bars'],
  flat: ['bar of a standstill', 'bars of a standstill'],
  scale: ['row of a wrong scale', 'rows of a wrong scale'],
}

/** `3 gaps`, `1 price spike`. */
export function defectText(kind: DefectKind, count: number): string {
  return `${formatPlain(count)} ${DEFECT_NAMES[kind][count === 1 ? 0 : 1]}`
}

/** Describes the defects in a cell; empty when there are none. */
function defectsIn({ from, to }: QualityCell, defects: readonly Defect[]): string {
  const counts = new Map<DefectKind, number>()
  for (const defect of defects) {
    if (defect.to <= from || defect.from >= to) continue
    const part = (Math.min(defect.to, to) - Math.max(defect.from, from)) / Math.max(1, defect.to - defect.from)
    const count = defect.kind === 'gap' ? 1 : Math.max(1, Math.round(defect.count * part))
    counts.set(defect.kind, (counts.get(defect.kind) ?? 0) + count)
  }
  return [...counts].map(([kind, count]) => defectText(kind, count)).join(', ')
}

/** A share as a percentage, never rounded up to 100%. */
export function shareText(good: number, expected: number): string {
  if (expected === 0) return '–'
  return `${formatNumber(Math.floor((1000 * good) / expected + 1e-9) / 10, 1)}%`
}

/** Describes a cell, for the line below the timeline and for screen readers. `slot` is what is counted: `M1 bars`. */
export function cellText(cell: QualityCell, unit: 'day' | 'week', slot: string, defects: readonly Defect[]): string {
  const when = unit === 'day' ? formatDay(cell.from) : `Week of ${formatDay(cell.from)}`
  const level = cellLevel(cell)
  if (level === null) return `${when}: market closed`
  if (level === 0) return `${when}: no data, ${formatPlain(cell.missing)} ${slot} missing`
  const bad = cell.expected - cell.good - cell.missing
  const parts = [
    `${shareText(cell.good, cell.expected)} good (${LEVEL_NAMES[level].toLowerCase()})`,
    cell.missing > 0 ? `${formatPlain(cell.missing)} of ${formatPlain(cell.expected)} ${slot} missing` : '',
    bad > 0 ? `${formatPlain(bad)} with defects` : '',
    defectsIn(cell, defects),
  ]
  return `${when}: ${parts.filter((part) => part !== '').join('; ')}`
}
