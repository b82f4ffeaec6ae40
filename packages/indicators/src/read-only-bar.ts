import { emptyBar, type IndicatorBar } from './indicator-bar.ts'

const NAMES = Object.keys(emptyBar()) as (keyof IndicatorBar)[]

/** A view of a bar for scripts of users: the bar itself belongs to all indicators of its interval. */
export function readOnlyBar(bar: Readonly<IndicatorBar>): Readonly<IndicatorBar> {
  const view = {}
  for (const name of NAMES) Object.defineProperty(view, name, { get: () => bar[name], enumerable: true })
  return Object.freeze(view) as Readonly<IndicatorBar>
}
