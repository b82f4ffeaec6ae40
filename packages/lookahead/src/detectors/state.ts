import { describeAction, earlier, firstDifference } from '../action.ts'
import { failed, locate, passed, placeOf, type Proof, rerun } from '../proof-context.ts'

/** A run must not know of the runs before it: what it keeps could be the future. */
export const state: Proof = function* (context) {
  const run = yield* rerun(context, {})
  const difference = firstDifference(context.base.actions, run.actions)
  if (!difference) return passed('A second run does the same')
  const action = earlier(difference)
  const message = `The script remembers an earlier run: run a second time over the same prices, it ${action ? describeAction(action) : 'acts'} ${difference.first ? 'no more' : 'in addition'}`
  const place = difference.second && (yield* locate(context, difference.second, {}))
  return failed({ kind: 'look-ahead', proof: 'state', message }, place ?? placeOf(difference.first))
}
