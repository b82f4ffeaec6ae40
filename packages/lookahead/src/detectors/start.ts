import { type Action, describeAction, isEntry } from '../action.ts'
import { areCounted, type CountedRun, followsRule, isRhythm } from '../counted-plan.ts'
import { slotOf } from '../dated-entries.ts'
import { runUnrelatedMarket, UNRELATED_MARKETS } from '../unrelated-market.ts'
import { failed, passed, placeOf, type Detector, type DetectorContext, rerun, skipped } from '../detector-context.ts'

const DAY = 86_400_000
/** A whole week, so that weekdays, and days counted with or without weekends, coincide. */
const DELAY_DAYS = 7
/** A shorter sample is inconclusive. */
const MIN_SAMPLE_DAYS = 8
/** Days to compare over all runs, and the share of them that must match; a planned day may bring no entry. */
const MIN_DAYS = 20
const SAME = 0.82
/** Below this share there is no need to look further. */
const ALIKE = 0.7
/** A pattern that matches nearly as well some days later is a rhythm, not a plan. */
const CLEARLY = 0.15
/** With near-perfect agreement a smaller margin is enough. */
const EXACT = 0.97
const CLEARLY_IF_EXACT = 0.1
const MAX_LAG = 10

/** One bit about each day of a run, counted from its start; null when unknown. */
type Marks = ReadonlyMap<number, boolean | null>

/** The same property of the original run and of one that starts later. */
interface Pair {
  readonly own: Marks
  readonly moved: Marks
}

interface Property {
  readonly name: string
  readonly marks: (entries: ReadonlyMap<number, readonly Action[]>, days: readonly number[]) => Marks
}

const PRESENCE = 'the days on which it trades'

/** Whether the script trades that day, on which side, and how much. */
const PROPERTIES: readonly Property[] = [
  { name: PRESENCE, marks: byDay((entries) => entries.length > 0) },
  { name: 'the side of each day', marks: byDay(sideOf) },
  { name: 'the size of each day', marks: sizes },
]

/** Days count from the date of the start, or in spans of 24 hours from its time. */
type Count = (time: number, from: number) => number
const COUNTS: readonly Count[] = [
  (time, from) => Math.floor(time / DAY) - Math.floor(from / DAY),
  (time, from) => Math.floor((time - from) / DAY),
]

/**
 * Detects a plan counted from the script's own start, one bit per day, or single times that no simple rule gives. Started a week later, on the same and on
 * unrelated prices with another seed, such a script does the same on the same days of its count, which neither prices
 * nor dates explain. A rhythm does so too, but also some days later.
 */
export const start: Detector = function* (context) {
  const { spec, base } = context
  const begin = spec.start + DELAY_DAYS * DAY
  if ((spec.end - begin) / DAY < MIN_SAMPLE_DAYS) return skipped('The sample is too short to start later')
  let views = COUNTS.flatMap((dayOf) =>
    PROPERTIES.map((property) => ({ ...property, dayOf, days: daysOf(context, dayOf), pairs: [] as Pair[] })),
  )
  const runs: CountedRun[] = [{ actions: base.actions, begin: spec.start }]
  let isCounted = true
  for (const salt of [null, ...UNRELATED_MARKETS]) {
    const { series, sources } = salt === null ? context : yield* runUnrelatedMarket(context, salt)
    const run = yield* rerun(context, { series, sources, spec: { start: begin, seed: spec.seed + 1 } })
    views = views.filter(({ marks, dayOf, days, pairs }) => {
      const own = dayEntries(base.actions, (time) => dayOf(time, spec.start))
      const moved = dayEntries(run.actions, (time) => dayOf(time, begin))
      pairs.push({ own: marks(own, days), moved: marks(moved, days) })
      return agreement(pairs, 0).share >= ALIKE
    })
    runs.push({ actions: run.actions, begin })
    isCounted &&= areCounted(runs, slotOf(context), spec.end - begin)
    if (views.length === 0 && !isCounted) break
  }
  const times = context.series[0]?.columns.time ?? []
  const plan = views.find(
    ({ name, pairs }) => isPlan(pairs) && !(name === PRESENCE && isRhythm(context.entries, times, slotOf(context))),
  )
  const { hints, entries } = context
  const first = entries[0] as Action
  const place = hints.packed[0] ?? hints.tables[0] ?? placeOf(first)
  if (!plan && isCounted && !followsRule(entries, times, slotOf(context))) {
    const message = `The script follows a plan counted from its start: it ${describeAction(first)} and at ${entries.length - 1} more times that no simple rule gives, which stay the same since its start when it starts ${DELAY_DAYS} days later and on unrelated markets`
    return failed({ kind: 'look-ahead', detector: 'start', message }, place)
  }
  if (!plan) return passed('When started on another day, it follows prices, dates or a rhythm')
  const message = `The script follows a plan counted in days from its start: it ${describeAction(first)}, and ${plan.name} since its start stay the same when it starts ${DELAY_DAYS} days later and on unrelated markets`
  return failed({ kind: 'look-ahead', detector: 'start', message }, place)
}

function isPlan(pairs: readonly Pair[]): boolean {
  const now = agreement(pairs, 0)
  if (now.days < MIN_DAYS || now.share < SAME) return false
  const limit = now.share - (now.share >= EXACT ? CLEARLY_IF_EXACT : CLEARLY)
  for (let lag = 1; lag <= MAX_LAG; lag++) {
    for (const signed of [lag, -lag]) {
      const later = agreement(pairs, signed)
      if (later.days >= MIN_DAYS / 2 && later.share > limit) return false
    }
  }
  return true
}

/** The share of days known in both runs on which they match, with the second run shifted by `lag` days. */
function agreement(pairs: readonly Pair[], lag: number): { readonly share: number; readonly days: number } {
  let days = 0
  let same = 0
  for (const { own, moved } of pairs) {
    for (const [day, mark] of own) {
      const other = moved.get(day + lag)
      if (mark === null || other === null || other === undefined) continue
      days += 1
      if (mark === other) same += 1
    }
  }
  return { share: days === 0 ? 0 : same / days, days }
}

/** Days with prices, counted from the start, that both the original and the later run have. */
function daysOf({ series, spec }: DetectorContext, dayOf: Count): number[] {
  const last = Math.floor((spec.end - spec.start) / DAY) - DELAY_DAYS
  const days = new Set<number>()
  for (const time of series[0]?.columns.time ?? []) if (time >= spec.start) days.add(dayOf(time, spec.start))
  return [...days].filter((day) => day <= last)
}

function dayEntries(actions: readonly Action[], dayOf: (time: number) => number): Map<number, Action[]> {
  const days = new Map<number, Action[]>()
  for (const action of actions.filter(isEntry)) {
    // At midnight sharp a script decides on the bar before.
    const day = dayOf(action.time - 1)
    const known = days.get(day)
    if (known) known.push(action)
    else days.set(day, [action])
  }
  return days
}

function byDay(mark: (entries: readonly Action[]) => boolean | null): Property['marks'] {
  return (entries, days) => new Map(days.map((day) => [day, mark(entries.get(day) ?? [])]))
}

function sideOf(entries: readonly Action[]): boolean | null {
  const sides = new Set(entries.map(({ kind }) => kind))
  return sides.size === 1 ? sides.has('buy') : null
}

/** Above or below the middle of all sizes; a size that only grows is not a plan. */
function sizes(entries: ReadonlyMap<number, readonly Action[]>, days: readonly number[]): Marks {
  const largest = new Map<number, number>()
  for (const [day, all] of entries) largest.set(day, Math.max(...all.map(quantityOf)))
  const values = [...new Set(largest.values())].toSorted((a, b) => a - b)
  const middle = ((values[0] ?? 0) + (values.at(-1) ?? 0)) / 2
  return new Map(days.map((day) => [day, largest.has(day) ? (largest.get(day) as number) > middle : null]))
}

/** The second word of an order's detail. */
function quantityOf({ detail }: Action): number {
  return Number(detail.split(' ')[1])
}
