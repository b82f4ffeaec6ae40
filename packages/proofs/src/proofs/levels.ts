import type { MarketColumns } from '@tradeloom/domain'

import { describeAction, survival } from '../action.ts'
import { movePrices } from '../move-market.ts'
import { failed, passed, placeOf, type Proof, rerun, skipped, withTraded } from '../proof-context.ts'

const COLLAPSED = 0.2
/** One entry of several may meet the same moment by chance. */
const BY_CHANCE = 1
/** A number that the market never comes near is no level of it. */
const NEAR = 0.1

/**
 * Price levels written into a script were chosen by somebody who knew the market's way. All prices move by a round
 * amount, which levels computed from prices and round numbers follow and written ones do not.
 */
export const levels: Proof = function* (context) {
  const { entries, spec, hints, base } = context
  const price = firstPrice(context.series[0]?.columns)
  const near = hints.priceValues.findIndex((value) => Math.abs(value / price - 1) < NEAR)
  if (near < 0) return skipped('No prices are written in the script')
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
  return failed({ kind: 'look-ahead', proof: 'levels', message }, hints.prices[near] ?? placeOf(action))
}

function firstPrice(columns: MarketColumns | undefined): number {
  return (columns?.kind === 'bar' ? columns.bidOpen[0] : columns?.bid[0]) ?? 0
}
