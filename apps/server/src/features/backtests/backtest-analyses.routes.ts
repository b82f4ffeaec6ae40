import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestAnalyses } from './backtest-analyses.service.ts'

type BacktestAnalysisHandlers = Pick<
  Handlers,
  | 'getBacktestAnalysis'
  | 'getSharedBacktestAnalysis'
  | 'getBacktestRolling'
  | 'getSharedBacktestRolling'
  | 'getBacktestBenchmark'
  | 'getSharedBacktestBenchmark'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export function backtestAnalysisHandlers(analyses: BacktestAnalyses): BacktestAnalysisHandlers {
  return {
    getBacktestAnalysis: ({ params, userId }) => analyses.analysis(params.id, userId),
    getSharedBacktestAnalysis: ({ params }) => analyses.analysis(params.id, PUBLIC),
    getBacktestRolling: ({ params, query, userId }) => analyses.rolling(params.id, userId, Number(query.days)),
    getSharedBacktestRolling: ({ params, query }) => analyses.rolling(params.id, PUBLIC, Number(query.days)),
    getBacktestBenchmark: ({ params, query, userId }) => analyses.benchmark(params.id, userId, query.instrumentId),
    getSharedBacktestBenchmark: ({ params, query }) => analyses.benchmark(params.id, PUBLIC, query.instrumentId),
  }
}
