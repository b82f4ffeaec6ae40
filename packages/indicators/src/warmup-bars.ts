import type { IndicatorDefinition } from './definition.ts'

/** Indicators whose every value depends on all before it; after this many windows the start has faded below 1e-7. */
const FADING: Readonly<Record<string, number>> = { EMA: 8, RSI: 16, MACD: 8, ATR: 16 }

/** Bars of history after which the indicator stands as if it had run for ever; for plain windows exactly the window. */
export function warmupBars(definition: IndicatorDefinition, args: readonly (number | undefined)[]): number {
  let bars = 1
  definition.parameters.forEach(({ name, defaultValue }, at) => {
    if (name !== 'deviations') bars += args[at] ?? defaultValue
  })
  return bars * (FADING[definition.key] ?? 1)
}
