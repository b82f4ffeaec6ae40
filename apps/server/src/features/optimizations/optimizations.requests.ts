import { refuseDay } from '../../platform/realtime/refuse-day.ts'
import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { OptimizationResults } from './optimization-results.service.ts'
import type { OptimizationRuns } from './optimization-runs.service.ts'

type OptimizationRequests = Pick<
  RequestHandlers,
  'fetchOptimizationRows' | 'fetchOptimizationLog' | 'tailOptimizationLog' | 'stopRunningOptimization'
>

/** In one message over the socket; whoever wants more asks again. */
const ROWS = 5000

export function optimizationRequests(
  results: OptimizationResults,
  runs: Pick<OptimizationRuns, 'stop'>,
): OptimizationRequests {
  return {
    fetchOptimizationRows: {
      answer: ({ id, after }, viewer) => results.columns(id, { after, limit: ROWS }, viewer),
    },
    fetchOptimizationLog: {
      answer({ id, day }, viewer) {
        refuseDay(day)
        return results.log(id, viewer)
      },
    },
    tailOptimizationLog: { isLight: true, answer: ({ id }, viewer) => results.tailLog(id, viewer) },
    stopRunningOptimization: { isLight: true, answer: async ({ id }, viewer) => runs.stop(id, signedIn(viewer)) },
  }
}
