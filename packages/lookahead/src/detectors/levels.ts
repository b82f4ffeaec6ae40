import { describeAction, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { firstPrice, firstPriceOf, placesOfPrices } from '../price-hints.ts'
import { failed, passed, type Detector, rerun, skipped, withTraded } from '../detector-context.ts'

const COLLAPSED = 0.2
/** One of several entries may hit the same time by chance. */
const BY_CHANCE = 1

/**
 * Detects price levels written by someone who knew the market. Moves all prices by a round amount: levels computed from
 * prices and round numbers follow, written levels do not.
 */
export const levels: Detector = function* (context) {
  const { entries, base } = context
  const [written] = placesOfPrices(context)
  if (!written) return skipped('The script contains no prices')
  if (entries.length < 2) return skipped('Fewer than 2 entries')
  const amount = roundAmount(firstPrice(context.series))
  let kept = 0
  for (const sign of [1, -1]) {
    const series = withTraded(context, (columns, { precision }) => {
      const distance = sign * roundAmount(firstPriceOf(columns))
      return movePrices(columns, precision, (value) => value + distance)
    })
    const run = yield* rerun(context, { series })
    kept = Math.max(kept, survival(base.actions, run.actions))
    if (kept * entries.length > Math.max(COLLAPSED * entries.length, BY_CHANCE))
      return passed('Entries do not depend on written prices')
  }
  const action = entries[0]
  const message = `The script contains price levels: it ${action ? describeAction(action) : 'acts'}, but hardly any entry remains when all prices move by ${amount}`
  return failed({ kind: 'look-ahead', detector: 'levels', message }, written)
}

/** A tenth of the price or less, as a power of ten. */
function roundAmount(price: number): number {
  return 10 ** Math.floor(Math.log10(price * 0.1))
}
