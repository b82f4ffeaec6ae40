import { CHANNELS } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { BacktestsService } from './backtests.service.ts'

type BacktestRequests = Pick<SocketRequests, 'fetch-charts' | 'fetch-positions' | 'fetch-log' | 'tail-log' | 'stop'>

export function backtestRequests(backtests: BacktestsService): BacktestRequests {
  const channels = [CHANNELS.backtestController]
  return {
    'fetch-charts': { channels, answer: ({ id }, viewer) => backtests.charts(id, viewer) },
    'fetch-positions': { channels, answer: ({ id }, viewer) => backtests.positions(id, viewer) },
    'fetch-log': { channels, answer: ({ id }, viewer) => backtests.log(id, viewer) },
    // The end of a log is short, and a stop must not wait for anything.
    'tail-log': { channels, isLight: true, answer: ({ id }, viewer) => backtests.tailLog(id, viewer) },
    stop: { channels, isLight: true, answer: async ({ id }, viewer) => backtests.stop(id, signedIn(viewer)) },
  }
}
