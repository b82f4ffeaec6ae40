import type { IndicatorDefinition } from './definition.ts'

/** Bars of history after which the indicator is as if it had always run; for plain windows, the window. */
export function warmupBars(definition: IndicatorDefinition, args: readonly (number | undefined)[]): number {
  return Math.ceil(definition.settled(...args))
}
