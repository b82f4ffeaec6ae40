import type { AccountReader, KeyRights, VenueBalance, VenuePosition } from '../../ports/account-reader.ts'
import { readBalance } from './read-account.ts'
import { SPOT_WIRE } from './spot-wire.ts'
import { SignedRest, type SignedRestOptions } from './signed-rest.ts'

/** What Binance says of one account. */
export class BinanceAccount implements AccountReader {
  readonly #rest: SignedRest

  constructor(options: SignedRestOptions) {
    this.#rest = new SignedRest(options, SPOT_WIRE)
  }

  async rights(): Promise<KeyRights> {
    const body = await this.#ask('/sapi/v1/account/apiRestrictions', 1, {})
    const { enableWithdrawals, enableSpotAndMarginTrading, ipRestrict } = body as Readonly<Record<string, unknown>>
    const { uid } = await this.#account()
    if (typeof uid !== 'number') throw new Error('The account has no number')
    return {
      accountNo: String(uid),
      model: 'spot',
      canTrade: enableSpotAndMarginTrading === true,
      // What is not denied is a right.
      canWithdraw: enableWithdrawals !== false,
      isBoundToAddresses: ipRestrict === true,
    }
  }

  async balances(): Promise<readonly VenueBalance[]> {
    const { balances } = await this.#account()
    return balances.map(readBalance)
  }

  /** At a spot venue, balances are all there is. */
  async positions(): Promise<readonly VenuePosition[]> {
    return []
  }

  async #account(): Promise<{ readonly uid: unknown; readonly balances: readonly unknown[] }> {
    const body = await this.#ask('/api/v3/account', 20, { omitZeroBalances: 'true' })
    return body as { uid: unknown; balances: unknown[] }
  }

  async #ask(path: string, weight: number, params: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#rest.read({ path, weight, priority: 'look-up' }, params)
  }
}
