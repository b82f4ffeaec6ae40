import { type Action, describeAction, isEntry, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { placesOfPrices } from '../price-hints.ts'
import { failed, passed, placeOf, type Proof, type ProofContext, rerun, skipped, withTraded } from '../proof-context.ts'

/** With fewer entries a share of them says nothing. */
const LEAST_ENTRIES = 4
/** Honest rules keep nearly all of their entries when prices move by one step; a table of prices loses nearly all. */
const COLLAPSED = 0.3

/** All prices moved by the smallest step: rules do not notice, remembered prices are not met any more. */
export const prices: Proof = function* (context) {
  const { entries, spec, hints } = context
  if (entries.length < LEAST_ENTRIES) return skipped(`Fewer than ${LEAST_ENTRIES} entries`)
  const point = 10 ** -spec.instrument.precision
  let most = 0
  let lost: Action | undefined
  for (const steps of [1, -1, 2]) {
    const series = withTraded(context, (columns) =>
      movePrices(columns, spec.instrument.precision, (price) => price + steps * point),
    )
    const run = yield* rerun(context, { series })
    most = Math.max(most, survival(context.base.actions, run.actions))
    if (most >= COLLAPSED) return passed(`${percent(most)} of the entries stay when prices move by one step`)
    lost ??= firstLost(context, run.actions)
  }
  const first = lost ?? (entries[0] as Action)
  const where = `when all prices move by the smallest step, ${point.toFixed(spec.instrument.precision)}`
  const place = placesOfPrices(context)[0] ?? hints.tables[0]
  if (!place) {
    const message = `The last digit of prices decides: the script ${describeAction(first)}, but only ${percent(most)} of its entries stay ${where}. That is chance, or it is a way to recognise prices; Math.random would leave no doubt`
    return passed('Entries hang on the last digit of prices, but no prices are kept', [
      { message, ...(placeOf(first) ?? { line: null, column: null }) },
    ])
  }
  const message = `The script knows exact prices: it ${describeAction(first)}, but only ${percent(most)} of its entries stay ${where}`
  return failed({ kind: 'look-ahead', proof: 'prices', message }, place)
}

function firstLost({ base }: ProofContext, actions: readonly Action[]): Action | undefined {
  const kept = new Set(actions.filter(isEntry).map(({ time, kind }) => `${time} ${kind}`))
  return base.actions.find((action) => isEntry(action) && !kept.has(`${action.time} ${action.kind}`))
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
