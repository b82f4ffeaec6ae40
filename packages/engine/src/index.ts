export { ScriptApiError } from './errors.ts'
export { createRandom } from '@tradeloom/domain'
export { createRun, type Run, type RunInputs } from './run.ts'
export type { OpenedPosition } from './account/apply-venue-event.ts'
export type { LiveNumbers } from './live-numbers.ts'
export { DEFAULT_RECORD_LIMITS, type RecordLimits } from './record/record-limits.ts'
export { isConvertible } from './account/conversion.ts'
export { createRangedRun } from './ranged-run.ts'
export type { Input, KnownInput } from './ports/input.ts'
export type { BarsSource, CreatedIndicator, IndicatorSource, ScriptObserver, Values } from './script/script-observer.ts'
export { OrderDesk, type OrderDeskParts } from './script/order-desk.ts'
export type { IntervalBars } from './market/interval-bars.ts'
export type { TradedMarket } from './traded-market.ts'
export { createSession, type Session, type SessionInputs, type SessionRecords, type SessionSpec } from './session.ts'
export { PaperBook } from './paper/paper-book.ts'
export type { PaperAccount, PaperEvent, PaperOrder, PaperPosition } from './paper/paper-state.ts'
export type { Series, SourceSeries } from './series.ts'
export type {
  EquityCurve,
  LogLine,
  MetricValue,
  OrderRecord,
  PlotSeries,
  PositionRecord,
  RunResult,
  RunStatistics,
} from './run-result.ts'
export type { CompactResult, ResultHead } from './result/compact-result.ts'
export { type Analysis, analyzeResult, expandResult } from './result/expand-result.ts'
export { logText, RunLog } from './record/run-log.ts'
export { type LeanResult, leanResult } from './result/lean-result.ts'
export { hoursOfRun } from './result/hours-of-run.ts'
export { metricInputOf } from './result/metric-input-of.ts'
export { orderAt } from './record/order-columns.ts'
export { positionAt } from './record/position-columns.ts'
export { positionsIn } from './result/positions-in.ts'
export { sumPositions } from './result/statistics-of.ts'
export { type PackedResult, packResult, unpackResult } from './result/result-bytes.ts'
export { tagField } from './record/tag-tables.ts'
export { readResult, splitResult, writeResult } from './result/result-file.ts'
export { type Plot, type PlotColumns, readPlot } from './record/plot-columns.ts'
export { ORDER_FIELDS } from './orders/order-rules.ts'
export { DEFAULT_MODELS } from './run-spec.ts'
export type { EngineModels, FundingSpec, MarketSpec, RunSpec, SourceSpec, SwapSpec, WarmupRequest } from './run-spec.ts'
export { scriptInstrument } from './script/script-views.ts'
export { ScriptGuard } from './script/script-guard.ts'
export { freezeWhole } from './freeze-whole.ts'
export type { ScriptApi, ScriptFactory, ScriptHandlers } from './script/script-types.ts'
export { ENGINE_VERSION } from './version.ts'
