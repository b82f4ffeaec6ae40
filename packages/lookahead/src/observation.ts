import type { Action } from './action.ts'
import type { Place } from './report.ts'

/** What to record and to change in one run. */
export interface Observation {
  /** Records where in the script each action was called. */
  readonly places?: boolean
  /** Time at which every read is recorded, with the places of its actions. */
  readonly readsAt?: number
  /** Answers reads of forming bars and forming indicator values with their final values, where known. */
  readonly hindsight?: {
    /** By source and start of the bar. */
    readonly finished: ReadonlyMap<string, ReadonlyMap<number, unknown>>
    readonly onlyAt: ReadonlySet<number> | null
  }
  /** Keeps the values of finished bars, to learn what forming values became. */
  readonly keepFinished?: boolean
  /** Makes the engine feed this many more bars of an interval before the start. */
  readonly moreHistory?: { readonly interval: string; readonly bars: number }
}

/** What was observed in one run. */
export class Observed {
  readonly actions: Action[] = []
  readonly reads: Read[] = []
  /** How many of these reads came before the first action at that time; all when there is none. */
  readsBefore = Infinity
  /** Times at which forming values were read. */
  readonly formingTimes = new Set<number>()
  /** Interval by the name of each source of forming values that was read. */
  readonly formingSources = new Map<string, string>()
  /** By source and start of the bar. */
  readonly finished = new Map<string, Map<number, unknown>>()
  /** Intervals of bars that the script uses by name. */
  readonly intervals = new Set<string>()
  handlesTicks = false
  /** Rejected orders, with the reason of the first one. */
  rejected: { readonly count: number; readonly reason: string } = { count: 0, reason: '' }
}

/** One read of bars or of an indicator by a script. */
export interface Read {
  /** As a script would write it: `bars('H1').count`. */
  readonly what: string
  readonly value: unknown
  readonly place: Place | null
}
