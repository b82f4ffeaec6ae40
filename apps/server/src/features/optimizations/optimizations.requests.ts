import { CHANNELS } from '@tradeloom/contracts'
import { refuseDay } from '../../platform/realtime/refuse-day.ts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { OptimizationResults } from './optimization-results.service.ts'
import type { OptimizationRuns } from './optimization-runs.service.ts'

type OptimizationRequests = Pick<SocketRequests, 'fetch-results' | 'fetch-log' | 'tail-log' | 'stop'>

/** In one message over the socket; whoever wants more asks again. */
const ROWS = 5000

export function optimizationRequests(
  results: OptimizationResults,
  runs: Pick<OptimizationRuns, 'stop'>,
): OptimizationRequests {
  const channels = [CHANNELS.optimisations]
  return {
    'fetch-results': {
      channels,
      answer: ({ id, after }, viewer) => results.columns(id, { after, limit: ROWS }, viewer),
    },
    'fetch-log': {
      channels,
      answer({ id, day }, viewer) {
        refuseDay(day)
        return results.log(id, viewer)
      },
    },
    'tail-log': { channels, isLight: true, answer: ({ id }, viewer) => results.tailLog(id, viewer) },
    stop: { channels, isLight: true, answer: async ({ id }, viewer) => runs.stop(id, signedIn(viewer)) },
  }
}
