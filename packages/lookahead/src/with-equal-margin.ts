import type { Detector } from './detector-context.ts'
import { skipped } from './detector-context.ts'
import type { RunTrial } from './observed-run.ts'

export const LACKS_MARGIN =
  'The account of the script lacked margin more often in some runs than in others, so they cannot be compared: trade smaller quantities, or run a backtest with a larger initial balance'

/**
 * A detector that compares runs over the same prices, or nearly the same. Where the account lacks margin in one of them only,
 * they differ for that reason, and the detector says nothing.
 */
export function withEqualMargin(detector: Detector): Detector {
  return function* (context) {
    let isEqual = true
    const runTrial: RunTrial = function* (trial) {
      const run = yield* context.runTrial(trial)
      if (run.marginEvents !== context.base.marginEvents) isEqual = false
      return run
    }
    const outcome = yield* detector({ ...context, runTrial })
    return outcome.outcome === 'failed' && !isEqual ? skipped(LACKS_MARGIN) : outcome
  }
}
