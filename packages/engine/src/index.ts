export type { CommissionSpec, PathModel, PriceSide, RunSpec, WarmupRequest } from './run-spec.ts'
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
