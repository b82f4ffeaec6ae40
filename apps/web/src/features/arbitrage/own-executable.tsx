import { executableArbitrage, legTerms } from '@tradeloom/book'
import type { ArbitragePair, MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { accountFor, missingAccount, useAccounts } from '../../entities/accounts/accounts.ts'
import { openPositionsQuery } from '../../entities/accounts/trading-queries.ts'
import { useConversion } from '../../entities/positions/use-conversion.ts'
import { formatNumber, formatPlain } from '../../ui/format.ts'
import { LIMITS } from './executable-text.ts'
import type { MarketPair } from './shown-pair.ts'

interface OwnExecutableProps {
  readonly pair: ArbitragePair
  readonly markets: MarketPair
}

/** What of a pair the funds of the user are enough for: money where it is bought, coins or margin where it is sold. */
export function OwnExecutable({ pair, markets }: OwnExecutableProps): ReactElement | string {
  const { sell, buy } = markets
  const accounts = useAccounts()
  const [buyer, seller] = [accountFor(accounts, buy), accountFor(accounts, sell)]
  const buyingRate = useConversion(buyer?.currency ?? buy.quote, buy.quote)
  const sellingRate = useConversion(seller?.currency ?? buy.quote, buy.quote)
  const isSpot = seller?.model === 'spot'
  const positions = useQuery({ ...openPositionsQuery, enabled: isSpot }).data ?? []
  const problem = missingAccount(accounts, buy) ?? missingAccount(accounts, sell)
  if (buyer === null || seller === null) return problem === null ? '' : <span title={problem}>No account</span>
  // One account pays the margin of both.
  const share = buyer.id === seller.id ? 0.5 : 1
  const held = positions.filter(({ accountId, instrumentId }) => accountId === seller.id && instrumentId === sell.id)
  const funds = {
    quote: valueOf(buyer, buy) * share * buyingRate(),
    base: isSpot
      ? held.reduce((sum, { quantity }) => sum + quantity, 0)
      : (valueOf(seller, sell) * share * sellingRate()) / pair.bid,
  }
  if (Number.isNaN(funds.quote) || Number.isNaN(funds.base)) return 'Conversion instruments not found'
  const terms = { buy: legTerms(buy, null), sell: legTerms(sell, pair.conversion), funds }
  const found = pair.isLive ? executableArbitrage(pair.levels, terms) : null
  if (found === null) return 'Nothing'
  return (
    <span className="gain" title={LIMITS[found.limit]}>
      {`${formatNumber(found.net)} ${buy.quote}, ${formatPlain(found.quantity)} ${buy.dealt}`}
    </span>
  )
}

/** The largest position that an account can open, in its currency: coins are paid in full, others by their margin. */
function valueOf({ fundsAvailable, model, currency }: TradingAccount, market: MarketInstrument): number {
  return model === 'spot' ? fundsAvailable : fundsAvailable / (market.marginRatios[currency] ?? market.marginRate)
}
