import { CHANNELS } from '@tradeloom/contracts'
import { refuseDay } from '../../platform/realtime/refuse-day.ts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { BacktestResults } from './backtest-results.service.ts'
import type { BacktestRuns } from './backtest-runs.service.ts'

type BacktestRequests = Pick<SocketRequests, 'fetch-charts' | 'fetch-positions' | 'fetch-log' | 'tail-log' | 'stop'>

export function backtestRequests(results: BacktestResults, runs: Pick<BacktestRuns, 'stop'>): BacktestRequests {
  const channels = [CHANNELS.backtestController]
  return {
    'fetch-charts': { channels, answer: ({ id }, viewer) => results.charts(id, viewer) },
    'fetch-positions': { channels, answer: ({ id, offset }, viewer) => results.positionsFrom(id, offset, viewer) },
    'fetch-log': {
      channels,
      answer({ id, day }, viewer) {
        refuseDay(day)
        return results.log(id, viewer)
      },
    },
    // The end of a log is short, and a stop must not wait for anything.
    'tail-log': { channels, isLight: true, answer: ({ id }, viewer) => results.tailLog(id, viewer) },
    stop: { channels, isLight: true, answer: async ({ id }, viewer) => runs.stop(id, signedIn(viewer)) },
  }
}
