import { createRandom } from '@tradeloom/domain'

import { describeAction, earlier, firstDifference, readable } from '../action.ts'
import { between } from '../move-market.ts'
import { failed, locate, passed, placeOf, type Proof, rerun, withTraded } from '../proof-context.ts'

const CUTS = 3

/** Without the future, what was done before must be the same: the history is cut at random moments. */
export const cut: Proof = function* (context) {
  const { spec, base } = context
  const random = createRandom(spec.seed)
  for (let count = 0; count < CUTS; count++) {
    const moment = Math.floor((spec.start + (0.2 + 0.75 * random()) * (spec.end - spec.start)) / 60_000) * 60_000
    const series = withTraded(context, (columns) => between(columns, -Infinity, moment))
    const variation = { series, spec: { end: moment } }
    const run = yield* rerun(context, variation)
    // A bar ends with the first price after it: what the last row has not ended is not comparable.
    const lastRow = series[0]?.columns.time.at(-1) ?? moment
    const before = ({ time }: { readonly time: number }) => time < lastRow
    const difference = firstDifference(base.actions.filter(before), run.actions.filter(before))
    if (difference) {
      const action = earlier(difference)
      const message = `What the script does depends on later prices: it ${action ? describeAction(action) : 'acts'} only ${difference.first ? 'with' : 'without'} the prices after ${readable(moment)}`
      const place = action && (placeOf(difference.first) ?? (yield* locate(context, action, variation)))
      return failed({ kind: 'look-ahead', proof: 'cut', message }, place)
    }
    const said = base.logTexts.filter(before).map(({ message }) => message)
    const saidNow = run.logTexts.filter(before).map(({ message }) => message)
    // Long logs forget their oldest lines, and not the same ones.
    if (base.logTexts.length < 1_000 && said.join('\n') !== saidNow.join('\n')) {
      const message = `What the script logs before ${readable(moment)} depends on later prices`
      return failed({ kind: 'look-ahead', proof: 'cut', message }, null)
    }
  }
  return passed(`${CUTS} cuts change nothing before them`)
}
