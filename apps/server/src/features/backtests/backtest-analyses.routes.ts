import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestAnalyses } from './backtest-analyses.service.ts'

type BacktestAnalysisHandlers = Pick<Handlers, 'getBacktestAnalysis' | 'getBacktestRolling' | 'getBacktestBenchmark'>

export function backtestAnalysisHandlers(analyses: BacktestAnalyses): BacktestAnalysisHandlers {
  return {
    getBacktestAnalysis: ({ params, viewerId }) => analyses.analysis(params.id, viewerId),
    getBacktestRolling: ({ params, query, viewerId }) => analyses.rolling(params.id, viewerId, Number(query.days)),
    getBacktestBenchmark: ({ params, query, viewerId }) => analyses.benchmark(params.id, viewerId, query.instrumentId),
  }
}
