import { describeAction, earlier, firstDifference } from '../action.ts'
import { failed, passed, placeOf, type Proof, rerun } from '../proof-context.ts'

/** A run must not know of the runs before it: what it keeps could be the future. */
export const state: Proof = function* (context) {
  for (const label of ['a second time', 'a third time']) {
    const run = yield* rerun(context, {})
    const difference = firstDifference(context.base.actions, run.actions)
    if (!difference) continue
    const action = earlier(difference)
    const message = `The script remembers an earlier run: run ${label} over the same prices, it ${action ? describeAction(action) : 'acts'} ${difference.first ? 'no more' : 'in addition'}`
    return failed({ kind: 'look-ahead', proof: 'state', message }, placeOf(difference.second, difference.first))
  }
  return passed('Two more runs do the same')
}
