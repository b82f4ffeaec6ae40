export { computeIndicator, indicatorByKey, type IndicatorSeries } from './compute-indicator.ts'
export type {
  IndicatorBar,
  IndicatorDefinition,
  IndicatorHandlers,
  IndicatorParameter,
  IndicatorText,
  IndicatorValue,
} from './definition.ts'
export { emptyBar } from './definition.ts'
export { indicatorColumns } from './indicator-columns.ts'
export { IndicatorInstance } from './indicator-instance.ts'
export { Ring, ring } from './ring.ts'
export { SYSTEM_INDICATOR_TEXTS } from './system-texts.generated.js'
export { type IndicatorKey, SYSTEM_INDICATORS } from './system.generated.js'
export { ValueHistory } from './value-history.ts'
export { warmupBars } from './warmup-bars.ts'
