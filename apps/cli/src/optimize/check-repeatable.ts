import { UserError } from '@tradeloom/domain'
import { compareTrials } from '@tradeloom/optimizer'

import type { TrialSetup } from './evaluate-trials.ts'
import type { EvaluatedTrial } from './evaluated-trial.ts'

const CHECKED = 5

/**
 * Runs the best trials again, each in an isolate of its own. A script that keeps something from one run to the next has
 * other results there, and then none of them can be trusted: throws.
 */
export async function checkRepeatable(setup: TrialSetup, trials: readonly EvaluatedTrial[]): Promise<void> {
  const { file, source, spec, series, pool, signal } = setup
  const best = trials.filter(({ ledgerHash }) => ledgerHash !== null).toSorted(compareTrials)
  await Promise.all(
    best.slice(0, CHECKED).map(async ({ index, row, ledgerHash }) => {
      const externals = { ...spec.externals, ...row.externals }
      const run = { id: `again-${index}`, tenant: 'terminal', source, spec: { ...spec, externals }, series, signal }
      const outcome = await pool.run(run)
      if (signal.aborted || outcome.status === 'failed' || outcome.status === 'canceled') return
      if (outcome.status !== 'errored' && outcome.result.ledgerHash === ledgerHash) return
      const text = `${file} is not repeatable: backtest ${index} had another result when it was run again with the same externals`
      throw new UserError('invalid-input', text)
    }),
  )
}
