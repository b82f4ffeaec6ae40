import { describeAction, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { firstPrice, placesOfPrices } from '../price-hints.ts'
import { failed, passed, type Proof, rerun, skipped, withTraded } from '../proof-context.ts'

const COLLAPSED = 0.2
/** One entry of several may meet the same moment by chance. */
const BY_CHANCE = 1

/**
 * Price levels written into a script were chosen by somebody who knew the market's way. All prices move by a round
 * amount, which levels computed from prices and round numbers follow and written ones do not.
 */
export const levels: Proof = function* (context) {
  const { entries, spec, base } = context
  const price = firstPrice(context.series)
  const [written] = placesOfPrices(context)
  if (!written) return skipped('No prices are written in the script')
  if (entries.length < 2) return skipped('Fewer than 2 entries')
  const amount = 10 ** Math.floor(Math.log10(price * 0.1))
  let most = 0
  for (const sign of [1, -1]) {
    const series = withTraded(context, (columns) =>
      movePrices(columns, spec.instrument.precision, (value) => value + sign * amount),
    )
    const run = yield* rerun(context, { series })
    most = Math.max(most, survival(base.actions, run.actions))
    if (most * entries.length > Math.max(COLLAPSED * entries.length, BY_CHANCE))
      return passed('Entries do not hang on written prices')
  }
  const action = entries[0]
  const message = `The script knows price levels: it ${action ? describeAction(action) : 'acts'}, but hardly any entry stays when all prices move by ${amount}`
  return failed({ kind: 'look-ahead', proof: 'levels', message }, written)
}
