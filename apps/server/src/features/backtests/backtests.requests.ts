import { refuseDay } from '../../platform/realtime/refuse-day.ts'
import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { BacktestResults } from './backtest-results.service.ts'
import type { BacktestRuns } from './backtest-runs.service.ts'

type BacktestRequests = Pick<
  RequestHandlers,
  'fetchBacktestCharts' | 'fetchBacktestPositions' | 'fetchBacktestLog' | 'tailBacktestLog' | 'stopRunningBacktest'
>

export function backtestRequests(results: BacktestResults, runs: Pick<BacktestRuns, 'stop'>): BacktestRequests {
  return {
    fetchBacktestCharts: { answer: ({ id }, viewer) => results.charts(id, viewer) },
    fetchBacktestPositions: { answer: ({ id, offset }, viewer) => results.positionsFrom(id, offset, viewer) },
    fetchBacktestLog: {
      answer({ id, day }, viewer) {
        refuseDay(day)
        return results.log(id, viewer)
      },
    },
    // The end of a log is short, and a stop must not wait for anything.
    tailBacktestLog: { isLight: true, answer: ({ id }, viewer) => results.tailLog(id, viewer) },
    stopRunningBacktest: { isLight: true, answer: async ({ id }, viewer) => runs.stop(id, signedIn(viewer)) },
  }
}
