import type { Ring } from './ring.ts'

/** The bar that an indicator script sees: one object that is filled again before each call. Bid prices. */
export interface IndicatorBar {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  spread: number
}

/** A number, an object of named numbers, or null while there is no value. */
export type IndicatorValue = number | Readonly<Record<string, number>> | null

type IndicatorHandler = (...args: (number | undefined)[]) => IndicatorValue

export interface IndicatorHandlers {
  /** Value with the growing bar; changes nothing that `onIntervalClose` uses. */
  readonly onTick: IndicatorHandler
  /** Value of the bar that has just finished. */
  readonly onIntervalClose: IndicatorHandler
}

export interface IndicatorParameter {
  readonly name: string
  readonly defaultValue: number
}

/** An indicator in script form: its text, and the same text as a function that is called once per use. */
export interface IndicatorDefinition {
  readonly key: string
  /** For people: `Simple moving average of closes`. */
  readonly name: string
  /** On the price chart, or in a pane of its own. */
  readonly pane: 'overlay' | 'study'
  /** Names of the numbers it gives; a single `value` for an indicator that returns a plain number. */
  readonly outputs: readonly string[]
  readonly parameters: readonly IndicatorParameter[]
  readonly source: string
  readonly factory: (scope: { readonly bar: IndicatorBar; readonly ring: (size: number) => Ring }) => IndicatorHandlers
}

export function emptyBar(): IndicatorBar {
  return { time: NaN, open: NaN, high: NaN, low: NaN, close: NaN, volume: NaN, spread: NaN }
}
