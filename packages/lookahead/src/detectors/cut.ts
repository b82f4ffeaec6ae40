import { createRandom } from '@tradeloom/domain'

import { describeAction, earlier, firstDifference, readable } from '../action.ts'
import { between } from '../move-market.ts'
import { tradedInstruments } from '../traded-instruments.ts'
import { failed, locate, passed, placeOf, type Detector, rerun, withTraded } from '../detector-context.ts'

const CUTS = 3

/** Cuts the data at random times: without the future, everything before the cut must stay the same. */
export const cut: Detector = function* (context) {
  const { spec, base } = context
  const random = createRandom(spec.seed)
  for (let count = 0; count < CUTS; count++) {
    const cutTime = Math.floor((spec.start + (0.2 + 0.75 * random()) * (spec.end - spec.start)) / 60_000) * 60_000
    const series = withTraded(context, (columns) => between(columns, -Infinity, cutTime))
    const variation = { series, spec: { end: cutTime } }
    const run = yield* rerun(context, variation)
    // A bar ends with the first price after it, so nothing from the last row on is comparable.
    const traded = tradedInstruments(spec)
    const ends = series
      .filter((one) => traded.has(one.instrumentId))
      .map(({ columns }) => columns.time.at(-1) ?? cutTime)
    const lastRow = Math.min(cutTime, ...ends)
    const before = ({ time }: { readonly time: number }) => time < lastRow
    const difference = firstDifference(base.actions.filter(before), run.actions.filter(before))
    if (difference) {
      const action = earlier(difference)
      const message = `The script depends on later prices: it ${action ? describeAction(action) : 'acts'} only ${difference.first ? 'with' : 'without'} the prices after ${readable(cutTime)}`
      const place = action && (placeOf(difference.first) ?? (yield* locate(context, action, variation)))
      return failed({ kind: 'look-ahead', detector: 'cut', message }, place)
    }
    const said = base.logTexts.filter(before).map(({ message }) => message)
    const saidNow = run.logTexts.filter(before).map(({ message }) => message)
    // Long logs drop their oldest lines, and each run drops different ones.
    if (base.logTexts.length < 1_000 && said.join('\n') !== saidNow.join('\n')) {
      const message = `What the script logs before ${readable(cutTime)} depends on later prices`
      return failed({ kind: 'look-ahead', detector: 'cut', message }, null)
    }
  }
  return passed(`${CUTS} cuts changed nothing before them`)
}
