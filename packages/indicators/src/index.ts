export { computeIndicator, indicatorByKey, type IndicatorSeries } from './compute-indicator.ts'
export type {
  IndicatorBar,
  IndicatorDefinition,
  IndicatorParameter,
  IndicatorText,
  IndicatorValue,
} from './definition.ts'
export { emptyBar } from './definition.ts'
export { indicatorColumns } from './indicator-columns.ts'
export { IndicatorInstance } from './indicator-instance.ts'
export type { OtherSeries } from './other-series.ts'
export { SYSTEM_INDICATOR_TEXTS } from './catalog-texts.generated.js'
export { type IndicatorKey, SYSTEM_INDICATORS } from './catalog.generated.js'
export { ValueHistory } from './value-history.ts'
export { warmupBars } from './warmup-bars.ts'
