import { type Closure, goodPercent, type Instrument } from '@tradeloom/domain'

import { monthOf, monthRange, type SeriesInterval } from '../store/series.ts'
import { fitDefects, inOrder } from './defect-list.ts'
import { settleShift } from './find-clock-shift.ts'
import { type DayGrade, type Defect, type GradeSummary } from './grade.ts'
import { openSpans } from './open-market.ts'
import { minGap, type MissingRun, SlotDays, slotMs, slotStart } from './slot-days.ts'

/** A stored month: graded between its own first and last row. */
export interface GradedMonth {
  readonly month: string
  readonly first: number
  readonly last: number
  readonly quality: GradeSummary
}

/** A month of a series, including what is missing at its ends. Months without any row are included. */
export interface MonthQuality extends GradeSummary {
  readonly month: string
}

export interface MarketHours {
  readonly calendar: Instrument['calendar']
  readonly closures: readonly Closure[]
}

export interface MonthsQuality {
  readonly summary: GradeSummary
  readonly months: readonly MonthQuality[]
}

/** Open slots without rows between the months of a series. */
function gapsBetween(
  months: readonly GradedMonth[],
  interval: SeriesInterval,
  { calendar, closures }: MarketHours,
): { readonly days: readonly DayGrade[]; readonly gaps: readonly Defect[] } {
  const step = slotMs(interval)
  const days = new SlotDays()
  const runs: MissingRun[] = []
  for (const [index, month] of months.entries()) {
    const next = months[index + 1]
    if (!next) break
    const from = slotStart(month.last, interval) + step
    const to = slotStart(next.first, interval) - step / 2
    if (to > from) runs.push(...days.missing(from, to, step, openSpans(from, to, calendar, closures)))
  }
  const listed = runs.filter(({ slots }) => slots >= minGap(interval))
  return { days: days.list(), gaps: listed.map(({ from, to, slots }) => ({ kind: 'gap', from, to, count: slots })) }
}

/** The months of a series and the whole series, from the stored grade of each month. */
export function joinMonths(
  months: readonly GradedMonth[],
  interval: SeriesInterval,
  hours: MarketHours,
): MonthsQuality {
  const between = gapsBetween(months, interval, hours)
  const kept = new Map(months.map((month) => [month.month, month.quality]))
  const missing = new Map<string, number>()
  for (const day of between.days) {
    const month = monthOf(day.day)
    missing.set(month, (missing.get(month) ?? 0) + day.missing)
  }
  const names = [...new Set([...kept.keys(), ...missing.keys()])].sort()
  const joined = names.map((month) => {
    const { start, end } = monthRange(month)
    const gaps = between.gaps.filter(({ from, to }) => from < end && to > start).length
    return { month, ...withMissing(kept.get(month) ?? NOTHING, missing.get(month) ?? 0, gaps) }
  })
  const lost = [...missing.values()].reduce((sum, count) => sum + count, 0)
  const own = months.map((month) => month.quality)
  return { summary: withMissing(addSummaries(own), lost, between.gaps.length), months: joined }
}

/** Days and defects of a series, combined from its months. */
export function joinDetails(
  months: readonly (GradedMonth & { readonly days: readonly DayGrade[]; readonly defects: readonly Defect[] })[],
  interval: SeriesInterval,
  hours: MarketHours,
): { readonly days: readonly DayGrade[]; readonly defects: readonly Defect[] } {
  const between = gapsBetween(months, interval, hours)
  const days = new SlotDays()
  for (const month of months) days.add(month.days)
  days.add(between.days)
  return { days: days.list(), defects: inOrder([...months.flatMap((month) => month.defects), ...between.gaps]) }
}

/** The grade of part of a series, from its days and defects. */
export interface PeriodQuality {
  readonly from: number
  readonly to: number
  readonly expected: number
  readonly good: number
  readonly missing: number
  readonly goodPercent: number
  /** Rows with each kind of defect; for gaps, the number of gaps. */
  readonly counts: Readonly<Partial<Record<Defect['kind'], number>>>
  readonly days: readonly DayGrade[]
  readonly defects: readonly Defect[]
}

const DAY = 86_400_000

/**
 * Cuts a period out of a series with rows from `first` to `last`. Open time of the period before and after them counts
 * as missing. A partial day counts its defects in proportion to its time.
 */
export function periodQuality(
  series: {
    readonly days: readonly DayGrade[]
    readonly defects: readonly Defect[]
    readonly interval: SeriesInterval
  } & {
    readonly first: number
    readonly last: number
  },
  from: number,
  to: number,
  { calendar, closures }: MarketHours,
): PeriodQuality {
  const step = slotMs(series.interval)
  const outside = new SlotDays()
  const edges: Defect[] = []
  const first = slotStart(series.first, series.interval)
  const after = slotStart(series.last, series.interval) + step
  for (const [start, end] of [
    [from, Math.min(first, to)],
    [Math.max(after, from), to],
  ] as const) {
    if (end <= start) continue
    for (const run of outside.missing(start, end, step, openSpans(start, end, calendar, closures))) {
      if (run.slots >= minGap(series.interval))
        edges.push({ kind: 'gap', from: run.from, to: run.to, count: run.slots })
    }
  }
  const defects = inOrder([...series.defects.flatMap((one) => cutDefect(one, from, to)), ...edges])
  const days = new SlotDays()
  for (const day of series.days) {
    if (day.day >= to || day.day + DAY <= from) continue
    const isWhole = day.day >= from && day.day + DAY <= to
    days.add([
      isWhole
        ? day
        : cutDay(day, series.defects, Math.max(from, first), Math.min(to, after), step, { calendar, closures }),
    ])
  }
  days.add(outside.list())
  const list = days.list()
  const sum = (field: 'expected' | 'good' | 'missing'): number => list.reduce((total, day) => total + day[field], 0)
  const counts: Partial<Record<Defect['kind'], number>> = {}
  for (const { kind, count } of defects) counts[kind] = (counts[kind] ?? 0) + (kind === 'gap' ? 1 : count)
  const [expected, good, missing] = [sum('expected'), sum('good'), sum('missing')]
  return { from, to, expected, good, missing, goodPercent: goodPercent(good, expected), counts, days: list, defects }
}

function cutDefect(defect: Defect, from: number, to: number): Defect[] {
  if (defect.to <= from || defect.from >= to) return []
  if (defect.from >= from && defect.to <= to) return [defect]
  const start = Math.max(defect.from, from)
  const end = Math.min(defect.to, to)
  const part = (end - start) / (defect.to - defect.from)
  return [{ kind: defect.kind, from: start, to: end, count: Math.max(1, Math.round(defect.count * part)) }]
}

function cutDay(
  day: DayGrade,
  defects: readonly Defect[],
  from: number,
  to: number,
  step: number,
  { calendar, closures }: MarketHours,
): DayGrade {
  const start = Math.max(day.day, from)
  const end = Math.min(day.day + DAY, to)
  const open = openSpans(start, end, calendar, closures)
  const expected = open.reduce((sum, span) => sum + Math.ceil((span.to - span.from) / step), 0)
  const here = defects.flatMap((one) => cutDefect(one, start, end))
  // A few silent minutes between ticks are missing without being a gap; they count in proportion to the day.
  const listed = defects.flatMap((one) => (one.kind === 'gap' ? cutDefect(one, day.day, day.day + DAY) : []))
  const gaps = here.reduce((sum, one) => sum + (one.kind === 'gap' ? one.count : 0), 0)
  const unlisted = Math.max(0, day.missing - listed.reduce((sum, one) => sum + one.count, 0))
  const part = day.expected === 0 ? 0 : expected / day.expected
  const missing = Math.min(expected, gaps + Math.round(unlisted * part))
  const bad = Math.round((day.expected - day.good - day.missing) * part)
  return { day: day.day, expected, good: Math.max(0, expected - missing - bad), missing }
}

const NOTHING: GradeSummary = {
  expected: 0, good: 0, missing: 0, goodPercent: 0, gaps: 0, duplicates: 0, crossed: 0, outliers: 0, jumps: 0,
  inconsistent: 0, flat: 0, zeroVolume: 0, closed: 0, weekends: 0, scaleFactor: 1, shift: null,
} // prettier-ignore

function withMissing(summary: GradeSummary, missing: number, gaps: number): GradeSummary {
  const expected = summary.expected + missing
  return {
    ...summary,
    expected,
    missing: summary.missing + missing,
    gaps: summary.gaps + gaps,
    goodPercent: goodPercent(summary.good, expected),
  }
}

const COUNTS = [
  'expected', 'good', 'missing', 'gaps', 'duplicates', 'crossed', 'outliers', 'jumps', 'inconsistent', 'flat',
  'zeroVolume', 'closed', 'weekends',
] as const // prettier-ignore

function addSummaries(summaries: readonly GradeSummary[]): GradeSummary {
  const total = { ...NOTHING } as { -readonly [Field in keyof GradeSummary]: GradeSummary[Field] }
  for (const one of summaries) {
    for (const field of COUNTS) total[field] += one[field]
    if (one.scaleFactor !== 1) total.scaleFactor = one.scaleFactor
  }
  total.goodPercent = goodPercent(total.good, total.expected)
  total.shift =
    total.weekends > 0 ? settleShift(summaries.flatMap(votes)) : (summaries.find(({ shift }) => shift)?.shift ?? null)
  return total
}

/** What each weekend of a month showed, reconstructed from its shift. */
function votes({ shift, weekends }: GradeSummary): number[] {
  return Array.from({ length: weekends }, (_, index) => (shift?.by === 'week' && index < shift.weeks ? shift.hours : 0))
}

/** At most `limit` defects for display. */
export function listDefects(defects: readonly Defect[], limit: number): readonly Defect[] {
  return defects.length > limit ? fitDefects(defects, limit) : defects
}
