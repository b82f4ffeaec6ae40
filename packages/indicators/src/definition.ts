import type { IndicatorBar } from './indicator-bar.ts'
import type { Kit } from './kit/kit.ts'
import type { Ring } from './kit/ring.ts'

/** A number, an object of named numbers, or null while there is no value. */
export type IndicatorValue = number | Readonly<Record<string, number>> | null

/** The formula: it is called with each finished bar and, as often as wanted, with the forming one. */
export type IndicatorFormula = (...args: (number | undefined)[]) => IndicatorValue

/** What a formula finds in its scope. */
export interface IndicatorScope {
  readonly bar: Readonly<IndicatorBar>
  readonly ring: (size: number) => Ring
  readonly kit: Kit
  /** Value of the second series at the bar at hand; NaN where there is none. */
  readonly other: () => number
}

export interface IndicatorParameter {
  readonly name: string
  readonly defaultValue: number
  /** True for counts of bars; false for factors and the like, which may be any positive number. */
  readonly isWhole: boolean
  /** Smallest count with which the formula means something. */
  readonly minimum: number
}

/** An indicator in script form: what runs of it. Its script as a function is called once per use. */
export interface IndicatorDefinition {
  readonly key: string
  /** On the price chart, or in a pane of its own. */
  readonly pane: 'overlay' | 'study'
  /** Names of the numbers it gives; a single `value` for an indicator that returns a plain number. */
  readonly outputs: readonly string[]
  /** True when values that were shown can still change. */
  readonly repaints: boolean
  /** True when its first value waits for something in the market, not for a number of bars. */
  readonly waitsForMarket: boolean
  readonly parameters: readonly IndicatorParameter[]
  /** True for one that compares two series. */
  readonly takesOther: boolean
  /** The bar (1 is the first one) that has the first value; where it waits for the market, the first that can have one. */
  readonly firstValue: (...args: (number | undefined)[]) => number
  /** Bars after which the start has faded below 1e-7 of a value; equals `firstValue` for plain windows. */
  readonly settled: (...args: (number | undefined)[]) => number
  /**
   * Puts the named numbers of a value into the histories of its outputs; indicators of a plain number have none. It
   * names each number in its text, because going over a list of names is several times as slow.
   */
  readonly keep?: (value: Readonly<Record<string, number>>, into: readonly { push(value: number): void }[]) => void
  readonly factory: (scope: IndicatorScope) => IndicatorFormula
}

/** What people read about an indicator; kept apart from what runs, because every run loads that afresh. */
export interface IndicatorText {
  /** Heading under which it is listed. */
  readonly group: string
  /** For people: `Simple moving average of closes`. */
  readonly name: string
  /** One sentence or two on what it tells. */
  readonly description: string
  /** Where the formula was published, and whose convention settles its start. */
  readonly reference: string
  /** One CSS color per output. */
  readonly colors: readonly string[]
  /** The script, comments included. */
  readonly source: string
}
