import type { IndicatorBar } from './indicator-bar.ts'
import type { Kit } from './kit/kit.ts'
import type { Ring } from './kit/ring.ts'

/** A number, an object of named numbers, or null while there is no value. */
export type IndicatorValue = number | Readonly<Record<string, number>> | null

/** The formula: called once for each finished bar and any number of times for the forming one. */
export type IndicatorFormula = () => IndicatorValue

/** The scope of a formula. */
export interface IndicatorScope {
  readonly bar: Readonly<IndicatorBar>
  readonly ring: (size: number) => Ring
  readonly kit: Kit
  /** Value of the second series at the current bar; NaN if there is none. */
  readonly other: () => number
  /** Whether the formula is called for a bar that has not ended. */
  readonly isForming: () => boolean
}

export interface IndicatorParameter {
  readonly name: string
  /** NaN for a parameter of a custom indicator whose default is not a number. */
  readonly defaultValue: number
  /** True for counts of bars; false for factors and similar values, which may be any positive number. */
  readonly isWhole: boolean
  /** Smallest count for which the formula is meaningful. */
  readonly minimum: number
}

/** The executable part of an indicator script. The script, compiled to a function, is called once per use. */
export interface IndicatorDefinition {
  readonly key: string
  /** On the price chart, or in a separate pane. */
  readonly pane: 'overlay' | 'study'
  /** Names of its outputs; a single `value` for an indicator that returns a number. */
  readonly outputs: readonly string[]
  /** True if displayed values can still change. */
  readonly repaints: boolean
  /** True if its first value depends on the market rather than on a number of bars. */
  readonly waitsForMarket: boolean
  readonly parameters: readonly IndicatorParameter[]
  /** A user has written it: it takes arguments of several kinds, and nothing of it is computed in advance. */
  readonly isCustom?: true
  /** True for an indicator of two series. */
  readonly takesOther: boolean
  /** The bar (1 is the first one) with the first value; if it depends on the market, the earliest possible one. */
  readonly firstValue: (...args: (number | undefined)[]) => number
  /** Bars after which the influence of the start is below 1e-7 of a value; equals `firstValue` for plain windows. */
  readonly settled: (...args: (number | undefined)[]) => number
  /**
   * Writes the named numbers of a value to the histories of its outputs; undefined for indicators with a plain number.
   * It accesses each number by name, because iterating over names is several times slower.
   */
  readonly keep?: (value: Readonly<Record<string, number>>, into: readonly { push(value: number): void }[]) => void
  /** The value at place `k` of its outputs; indicators of a plain number have none. */
  readonly named?: (from: readonly { at(k: number): number }[], k: number) => Readonly<Record<string, number>>
  readonly factory: (scope: IndicatorScope, args: readonly (number | undefined)[]) => IndicatorFormula
}

/** Descriptive texts of an indicator; separate from the executable part, which every run loads anew. */
export interface IndicatorText {
  /** Its group in lists. */
  readonly group: string
  /** For display: `Simple moving average of closes`. */
  readonly name: string
  /** What it measures, in one or two sentences. */
  readonly description: string
  /** Its publication, and the convention that its start follows. */
  readonly reference: string
  /** One CSS color per output. */
  readonly colors: readonly string[]
  /** The script, including comments. */
  readonly source: string
}
