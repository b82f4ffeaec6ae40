import { type Action, describeAction, isEntry, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { placesOfPrices } from '../price-hints.ts'
import {
  failed,
  passed,
  placeOf,
  type Detector,
  type DetectorContext,
  rerun,
  skipped,
  withTraded,
} from '../detector-context.ts'

/** With fewer entries their share is meaningless. */
const MIN_ENTRIES = 4
/** Price rules keep nearly all entries when prices move by one step; a table of prices loses nearly all. */
const COLLAPSED = 0.3

/** Moves all prices by the smallest step: rules barely change, memorized prices no longer match. */
export const prices: Detector = function* (context) {
  const { entries, spec, hints } = context
  if (entries.length < MIN_ENTRIES) return skipped(`Fewer than ${MIN_ENTRIES} entries`)
  const point = 10 ** -spec.instrument.precision
  let kept = 0
  let lost: Action | undefined
  for (const steps of [1, -1, 2]) {
    const series = withTraded(context, (columns, { precision }) =>
      movePrices(columns, precision, (price) => price + steps * 10 ** -precision),
    )
    const run = yield* rerun(context, { series })
    kept = Math.max(kept, survival(context.base.actions, run.actions))
    if (kept >= COLLAPSED) return passed(`${percent(kept)} of the entries remain when prices move by one step`)
    lost ??= firstLost(context, run.actions)
  }
  const first = lost ?? (entries[0] as Action)
  const where = `when all prices move by the smallest step, ${point.toFixed(spec.instrument.precision)}`
  const place = placesOfPrices(context)[0] ?? hints.tables[0]
  if (!place) {
    const message = `The last digit of prices decides: the script ${describeAction(first)}, but only ${percent(kept)} of its entries remain ${where}. That is either randomness or a way to recognize prices; Math.random would leave no doubt`
    return passed('Entries depend on the last digit of prices, but the script contains no prices', [
      { message, ...(placeOf(first) ?? { line: null, column: null }) },
    ])
  }
  const message = `The script contains exact prices: it ${describeAction(first)}, but only ${percent(kept)} of its entries remain ${where}`
  return failed({ kind: 'look-ahead', detector: 'prices', message }, place)
}

function firstLost({ base }: DetectorContext, actions: readonly Action[]): Action | undefined {
  const remaining = new Set(actions.filter(isEntry).map(({ time, kind }) => `${time} ${kind}`))
  return base.actions.find((action) => isEntry(action) && !remaining.has(`${action.time} ${action.kind}`))
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
