import { type Action, describeAction, isEntry } from '../action.ts'
import { slotOf } from '../dated-entries.ts'
import { otherRun, OTHER_MARKETS } from '../other-run.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, rerun, skipped } from '../proof-context.ts'

const DAY = 86_400_000
/** Whole weeks: days counted with and without weekends, and weekdays, then fall on each other. */
const MOVE = 7
/** A shorter sample says nothing. */
const SHORTEST = 8
/** So many days of all runs are to be compared, and so many of them be alike; a day of a plan may bring no entry. */
const LEAST_DAYS = 20
const SAME = 0.82
/** With less than this there is no need to look further. */
const ALIKE = 0.7
/** What is nearly as much the same some days later is a rhythm or a habit, and no plan. */
const CLEARLY = 0.15
/** Where nothing is left to chance, less will do. */
const EXACT = 0.97
const CLEARLY_IF_EXACT = 0.1
const LONGEST_LAG = 10

/** Something about each day of a run, counted from its start, that one bit can decide; null where there is no telling. */
type Marks = ReadonlyMap<number, boolean | null>

/** The same look at the run as it is and at one that begins later. */
interface Pair {
  readonly own: Marks
  readonly moved: Marks
}

interface Look {
  readonly name: string
  readonly marks: (entries: ReadonlyMap<number, readonly Action[]>, days: readonly number[]) => Marks
}

const PRESENCE = 'the days on which it trades'

/** Whether it trades that day, on which side, and how much. */
const LOOKS: readonly Look[] = [
  { name: PRESENCE, marks: byDay((entries) => entries.length > 0) },
  { name: 'the side of each day', marks: byDay(sideOf) },
  { name: 'the size of each day', marks: sizes },
]

/** Days are counted by dates since the date of the start, or by spans of 24 hours since its moment. */
type Count = (time: number, from: number) => number
const COUNTS: readonly Count[] = [
  (time, from) => Math.floor(time / DAY) - Math.floor(from / DAY),
  (time, from) => Math.floor((time - from) / DAY),
]

/**
 * A plan that was made with a look at the prices can be counted from the script's own start, a bit for each day. Begun a
 * week later, on the same and on unlike prices and with other chance, it does the same on the same days of its own
 * count, which neither prices nor dates explain; a rhythm does so too, but also some days later.
 */
export const start: Proof = function* (context) {
  const { spec, base } = context
  const begin = spec.start + MOVE * DAY
  if ((spec.end - begin) / DAY < SHORTEST) return skipped('The sample is too short to begin later')
  let views = COUNTS.flatMap((dayOf) =>
    LOOKS.map((look) => ({ ...look, dayOf, days: daysOf(context, dayOf), pairs: [] as Pair[] })),
  )
  for (const salt of [null, ...OTHER_MARKETS]) {
    const series = salt === null ? context.series : (yield* otherRun(context, salt)).series
    const run = yield* rerun(context, { series, spec: { start: begin, seed: spec.seed + 1 } })
    views = views.filter(({ marks, dayOf, days, pairs }) => {
      const own = dayEntries(base.actions, (time) => dayOf(time, spec.start))
      const moved = dayEntries(run.actions, (time) => dayOf(time, begin))
      pairs.push({ own: marks(own, days), moved: marks(moved, days) })
      return agreement(pairs, 0).share >= ALIKE
    })
    if (views.length === 0) break
  }
  const plan = views.find(({ name, pairs }) => isPlan(pairs) && !(name === PRESENCE && isRhythm(context)))
  if (!plan) return passed('Begun on another day, it follows prices, dates or a rhythm')
  const { hints, entries } = context
  const first = entries[0] as Action
  const message = `The script follows a plan of its own count of days: it ${describeAction(first)}, and ${plan.name} since its start stay the same when it begins ${MOVE} days later and on other markets`
  return failed({ kind: 'look-ahead', proof: 'start', message }, hints.packed[0] ?? hints.tables[0] ?? placeOf(first))
}

function isPlan(pairs: readonly Pair[]): boolean {
  const now = agreement(pairs, 0)
  if (now.days < LEAST_DAYS || now.share < SAME) return false
  const most = now.share - (now.share >= EXACT ? CLEARLY_IF_EXACT : CLEARLY)
  for (let lag = 1; lag <= LONGEST_LAG; lag++) {
    for (const way of [lag, -lag]) {
      const later = agreement(pairs, way)
      if (later.days >= LEAST_DAYS / 2 && later.share > most) return false
    }
  }
  return true
}

/** Entries that are all as many bars apart, or two numbers of bars in turn, fall on days of their own rhythm. */
function isRhythm({ series, spec, entries }: ProofContext): boolean {
  const grain = slotOf({ spec })
  const slots = new Map<number, number>()
  for (const time of series[0]?.columns.time ?? []) {
    const slot = Math.floor(time / grain)
    if (!slots.has(slot)) slots.set(slot, slots.size)
  }
  // An entry at the close of a bar comes with the price after it.
  const places = entries.map(({ time }) => slots.get(Math.floor((time - 1) / grain)) ?? NaN)
  return new Set(places.slice(1).map((place, at) => place - (places[at] as number))).size <= 2
}

/** On how many of the days that both runs tell of they do the same, the second one so many days later. */
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

/** Days with prices, counted from the start, that runs which begin now and later both have. */
function daysOf({ series, spec }: ProofContext, dayOf: Count): number[] {
  const last = Math.floor((spec.end - spec.start) / DAY) - MOVE
  const days = new Set<number>()
  for (const time of series[0]?.columns.time ?? []) if (time >= spec.start) days.add(dayOf(time, spec.start))
  return [...days].filter((day) => day <= last)
}

function dayEntries(actions: readonly Action[], dayOf: (time: number) => number): Map<number, Action[]> {
  const days = new Map<number, Action[]>()
  for (const action of actions.filter(isEntry)) {
    // Right at midnight it is the bar before that a script decides on.
    const day = dayOf(action.time - 1)
    const known = days.get(day)
    if (known) known.push(action)
    else days.set(day, [action])
  }
  return days
}

function byDay(mark: (entries: readonly Action[]) => boolean | null): Look['marks'] {
  return (entries, days) => new Map(days.map((day) => [day, mark(entries.get(day) ?? [])]))
}

function sideOf(entries: readonly Action[]): boolean | null {
  const sides = new Set(entries.map(({ kind }) => kind))
  return sides.size === 1 ? sides.has('buy') : null
}

/** Above or below the middle of all sizes: a size that only grows is no plan. */
function sizes(entries: ReadonlyMap<number, readonly Action[]>, days: readonly number[]): Marks {
  const largest = new Map<number, number>()
  for (const [day, all] of entries) largest.set(day, Math.max(...all.map(quantityOf)))
  const values = [...new Set(largest.values())].toSorted((a, b) => a - b)
  const middle = ((values[0] ?? 0) + (values.at(-1) ?? 0)) / 2
  return new Map(days.map((day) => [day, largest.has(day) ? (largest.get(day) as number) > middle : null]))
}

/** The second word of what is noted of an order. */
function quantityOf({ detail }: Action): number {
  return Number(detail.split(' ')[1])
}
