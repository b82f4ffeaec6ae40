import type { Action } from './action.ts'
import type { Place } from './report.ts'

/** What is to be seen and changed of one run. */
export interface Observation {
  /** Notes where in the script each action stands. */
  readonly places?: boolean
  /** Moment at which everything that is read is noted, and where its actions stand. */
  readonly readsAt?: number
  /** Answers reads of growing bars and of indicators with them, at these moments or always, where it has an answer. */
  readonly hindsight?: {
    /** By source and start of the bar. */
    readonly finished: ReadonlyMap<string, ReadonlyMap<number, unknown>>
    readonly onlyAt: ReadonlySet<number> | null
  }
  /** Keeps the values of finished bars, to know later what unfinished ones became. */
  readonly keepFinished?: boolean
  /** Makes the engine feed so many more bars of this interval before the start. */
  readonly moreHistory?: { readonly interval: string; readonly bars: number }
}

/** What one run has shown. */
export class Observed {
  readonly actions: Action[] = []
  readonly reads: Read[] = []
  /** How many of these reads came before the first action of that moment; all when there is none. */
  readsBefore = Infinity
  /** Moments at which unfinished values were read. */
  readonly formingTimes = new Set<number>()
  /** Interval by the name of each source of unfinished values that was read. */
  readonly formingSources = new Map<string, string>()
  /** By source and start of the bar. */
  readonly finished = new Map<string, Map<number, unknown>>()
  /** Intervals of bars that the script uses by name. */
  readonly intervals = new Set<string>()
  handlesTicks = false
  /** Orders that the engine did not take, and why it did not take the first of them. */
  refused: { readonly count: number; readonly reason: string } = { count: 0, reason: '' }
}

/** One look of a script at bars or at an indicator. */
export interface Read {
  /** As the script says it: `bars('H1').count`. */
  readonly what: string
  readonly value: unknown
  readonly place: Place | null
}
