import type { BarInterval } from '../interval.ts'

export const ALERT_QUOTES = ['bid', 'ask', 'mid', 'spread'] as const
/** `above` and `below` also hold where a value is already there; `crosses` needs to see it come from the other side. */
export const ALERT_DIRECTIONS = ['above', 'below', 'crosses'] as const
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number]

/** At the first row, and no more; at the close of each bar at which it holds; at each row with which it begins to hold. */
export const ALERT_FREQUENCIES = ['once', 'bar-close', 'every'] as const
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number]

/** Bars of less than a minute are not stored, so that indicators on them would start over with each start of the server. */
export const ALERT_INTERVALS = [
  'M1',
  'M2',
  'M5',
  'M10',
  'M15',
  'M30',
  'H1',
  'H2',
  'H4',
  'H8',
  'H12',
  'D1',
  'W1',
] as const satisfies readonly BarInterval[]
export type AlertInterval = (typeof ALERT_INTERVALS)[number]

export const MAX_CHANGE_MINUTES = 1_440

/** One output of a system indicator, on bid bars of the alert's interval; `value` is the first one. */
export interface AlertIndicator {
  readonly kind: 'indicator'
  readonly key: string
  readonly args: readonly number[]
  readonly output: string
}

export type AlertValue =
  | { readonly kind: (typeof ALERT_QUOTES)[number] }
  /** Percent by which the mid price has risen from its lowest (`above`) or fallen from its highest (`below`) in a time. */
  | { readonly kind: 'change'; readonly minutes: number }
  | AlertIndicator

/** What an alert watches, and when it fires. */
export interface AlertTerms {
  readonly instrumentId: string
  readonly value: AlertValue
  readonly direction: AlertDirection
  readonly against: number | AlertIndicator
  readonly fires: AlertFrequency
  /** Of its indicators and bar closes; null without any. */
  readonly interval: AlertInterval | null
}
