import { describeAction, earlier, firstDifference } from '../action.ts'
import { failed, locate, passed, placeOf, type Detector, rerun } from '../detector-context.ts'

/** A run must not remember earlier runs: what it remembers could be the future. */
export const state: Detector = function* (context) {
  const run = yield* rerun(context, {})
  const difference = firstDifference(context.base.actions, run.actions)
  if (!difference) return passed('A second run gives the same orders')
  const action = earlier(difference)
  const message = `The script remembers an earlier run: run a second time over the same prices, it ${difference.first ? 'no longer' : 'additionally'} ${action ? describeAction(action) : 'acts'}`
  const place = difference.second && (yield* locate(context, difference.second, {}))
  return failed({ kind: 'look-ahead', detector: 'state', message }, place ?? placeOf(difference.first))
}
