import type { AccountModel } from '@tradeloom/domain'
import type { AccountReader, KeyRights, VenueBalance, VenuePosition } from '../../ports/account-reader.ts'
import { readDetails } from './account-details.ts'
import { type AccountTerms, readSummary, termsOf } from './account-terms.ts'
import { OandaRest, type OandaRestOptions } from './oanda-rest.ts'
import { readBalance } from './read-balance.ts'
import { readNetPosition, readTradePosition } from './read-positions.ts'

/** What OANDA says of one account. */
export class OandaAccount implements AccountReader {
  readonly #rest: OandaRest

  constructor(options: OandaRestOptions) {
    this.#rest = new OandaRest(options)
  }

  async rights(): Promise<KeyRights> {
    const accountNo = await this.#rest.account()
    const terms = termsOf(await readSummary(this.#rest))
    return {
      accountNo,
      model: modelOf(terms),
      currency: terms.currency,
      canTrade: true,
      // Its interface has no way to move money.
      canWithdraw: false,
      isBoundToAddresses: null,
    }
  }

  async model(): Promise<AccountModel> {
    return modelOf(termsOf(await readSummary(this.#rest)))
  }

  async balances(): Promise<readonly VenueBalance[]> {
    return [readBalance(await readSummary(this.#rest))]
  }

  async positions(): Promise<readonly VenuePosition[]> {
    const { isHedging, trades, positions } = await readDetails(this.#rest)
    return isHedging ? trades.map(readTradePosition) : positions.flatMap(readNetPosition)
  }
}

function modelOf({ isHedging }: AccountTerms): AccountModel {
  return isHedging ? 'hedging' : 'netting'
}
