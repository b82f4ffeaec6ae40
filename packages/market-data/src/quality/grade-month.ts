import { type Closure, goodPercent, type Instrument } from '@tradeloom/domain'

import { type SeriesTable, seriesMs } from '../store/series.ts'
import { DefectList } from './defect-list.ts'
import { findClockShift } from './find-clock-shift.ts'
import { findFlatStretches } from './find-flat-stretches.ts'
import { findJumps } from './find-jumps.ts'
import { findOutliers, findWicks } from './find-outliers.ts'
import { type DefectKind, type MonthGrade } from './grade.ts'
import { openSpans, type OpenSpan } from './open-market.ts'
import { medianPrice, scaleFactor } from './price-scale.ts'
import { findRowFaults, referencePrice } from './row-faults.ts'
import { minGap, SlotDays, slotMs, slotStart } from './slot-days.ts'

/** Raise it when the grading changes; stored grades are then recomputed. */
export const GRADE_VERSION = 3

const DAY = 86_400_000

export interface GradeOptions {
  /** Holidays and early closes, merged. */
  readonly closures?: readonly Closure[]
  /** Rows that an import has already removed because another had the same time. */
  readonly droppedDuplicates?: number
}

/**
 * Grades the rows of one month (or any period) of one series between its first and last row; gaps before and after are
 * only known from neighboring months. Rows must be in time order.
 */
export function gradeMonth(table: SeriesTable, instrument: Instrument, options: GradeOptions = {}): MonthGrade {
  const time = table.columns[0] as Float64Array
  const { interval } = table.key
  const step = slotMs(interval)
  const rowMs = seriesMs(interval) || 1
  const first = time[0] ?? 0
  const last = time[time.length - 1] ?? -1
  const open = openSpans(slotStart(first, interval), last + step + DAY, instrument.calendar, options.closures)
  // Only neighboring bars form a span, so that a period that cuts one counts exactly its own bars.
  const defects = new DefectList(interval === 'Tick' ? step : 0)
  const bad = new Uint8Array(table.rows)
  const counts = new Map<DefectKind | 'zeroVolume', number>()
  const mark = (kind: DefectKind, row: number): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const at = time[row] as number
    defects.add(kind, at, at + rowMs, 1)
    // A repeated tick is untidy, but its price is right.
    if (kind !== 'duplicate') bad[row] = 1
  }
  const factor = markRows(table, instrument, open, counts, mark)
  const { days, gaps, closed } = countSlots(time, bad, interval, open, defects)
  const list = days.list()
  const sum = (field: 'expected' | 'good' | 'missing'): number => list.reduce((total, day) => total + day[field], 0)
  const count = (kind: DefectKind | 'zeroVolume'): number => counts.get(kind) ?? 0
  return {
    summary: {
      expected: sum('expected'),
      good: sum('good'),
      missing: sum('missing'),
      goodPercent: goodPercent(sum('good'), sum('expected')),
      gaps,
      duplicates: count('duplicate') + (options.droppedDuplicates ?? 0),
      crossed: count('crossed'),
      outliers: count('outlier'),
      jumps: count('jump'),
      inconsistent: count('inconsistent'),
      flat: count('flat'),
      zeroVolume: count('zeroVolume'),
      closed,
      scaleFactor: factor,
      ...findClockShift(time, interval, instrument.calendar),
    },
    days: list,
    defects: defects.list(),
  }
}

/** Marks every faulty row and returns the power of ten by which prices are off. */
function markRows(
  table: SeriesTable,
  instrument: Instrument,
  open: readonly OpenSpan[],
  counts: Map<DefectKind | 'zeroVolume', number>,
  mark: (kind: DefectKind, row: number) => void,
): number {
  const { interval } = table.key
  const isOpen = openRows(table.columns[0] as Float64Array, interval, open)
  const flat = new Uint8Array(table.rows)
  findRowFaults(table, (kind, row) => {
    if (kind === 'zeroVolume') counts.set(kind, (counts.get(kind) ?? 0) + 1)
    else if (kind === 'flat') flat[row] = isOpen[row] as number
    else mark(kind, row)
  })
  const price = referencePrice(table)
  for (const row of findFlatStretches(flat, price)) mark('flat', row)
  const { outliers, jumped } = findOutliers(price)
  const spikes = new Set([...outliers, ...findWicks(table)])
  for (const row of [...spikes].sort((a, b) => a - b)) mark('outlier', row)
  const begin = table.columns[1] as Float64Array
  for (const row of findJumps(begin, price, spikes, slotsBefore(table, open))) mark('jump', row)
  const factor = scaleFactor(medianPrice(price), instrument)
  if (factor !== 1) markScale(table.rows, mark)
  return factor === 1 ? jumped : factor
}

/** Prices in another unit are wrong in every row, however smooth they are. */
function markScale(rows: number, mark: (kind: DefectKind, row: number) => void): void {
  for (let row = 0; row < rows; row++) mark('scale', row)
}

/** Slots between a row and the previous one; Infinity if the market was closed in between. */
function slotsBefore({ key, columns }: SeriesTable, open: readonly OpenSpan[]): (row: number) => number {
  const time = columns[0] as Float64Array
  const step = slotMs(key.interval)
  let span = 0
  return (row) => {
    const [before, at] = [time[row - 1] as number, time[row] as number]
    while (span < open.length && (open[span] as OpenSpan).to <= before) span += 1
    const here = open[span]
    return here && before >= here.from && at < here.to ? (at - before) / step : Number.POSITIVE_INFINITY
  }
}

/** 1 for rows that overlap open hours. */
function openRows(time: Float64Array, interval: SeriesTable['key']['interval'], open: readonly OpenSpan[]): Uint8Array {
  const ms = seriesMs(interval) || 1
  const isOpen = new Uint8Array(time.length)
  let span = 0
  for (let row = 0; row < time.length; row++) {
    const at = time[row] as number
    while (span < open.length && (open[span] as OpenSpan).to <= at) span += 1
    const here = open[span]
    if (here && at + ms > here.from) isOpen[row] = 1
  }
  return isOpen
}

function countSlots(
  time: Float64Array,
  bad: Uint8Array,
  interval: SeriesTable['key']['interval'],
  open: readonly OpenSpan[],
  defects: DefectList,
): { days: SlotDays; gaps: number; closed: number } {
  const days = new SlotDays()
  const step = slotMs(interval)
  const least = minGap(interval)
  const isOpen = openRows(time, interval, open)
  let gaps = 0
  let closed = 0
  let span = 0
  const starts = (slot: number): boolean => {
    while (span < open.length && (open[span] as OpenSpan).to <= slot) span += 1
    const here = open[span]
    return here !== undefined && slot >= here.from
  }
  for (let row = 0; row < time.length;) {
    const slot = slotStart(time[row] as number, interval)
    let isGood = true
    for (; row < time.length && slotStart(time[row] as number, interval) === slot; row++) {
      if (bad[row]) isGood = false
      if (!isOpen[row]) closed += 1
    }
    if (starts(slot)) days.present(slot, isGood)
    const after = row < time.length ? slotStart(time[row] as number, interval) : slot + step
    if (after - slot <= step * 1.5) continue
    // Half a slot of slack: daily bars begin an hour earlier in summer than in winter.
    const near = open.slice(span)
    for (const run of days.missing(slot + step, after - step / 2, step, near)) {
      if (run.slots < least) continue
      gaps += 1
      defects.add('gap', run.from, run.to, run.slots)
    }
  }
  return { days, gaps, closed }
}
