import type { AccountReader, KeyRights, VenueBalance, VenuePosition } from '../../../ports/account-reader.ts'
import type { Fields } from '../read-account.ts'
import { SignedRest, type SignedRestOptions } from '../signed-rest.ts'
import { SPOT_WIRE } from '../spot-wire.ts'
import type { ContractTerms } from '@tradeloom/domain'
import { readContractTerms, readFuturesBalance, readFuturesPosition } from './read-futures.ts'
import { accountNoOf, readMode } from './usdm-terms.ts'
import { USDM_WIRE } from './usdm-wire.ts'

export interface UsdmAccountOptions extends SignedRestOptions {
  /** Where the spot market is reached, which knows the rights of the key. */
  readonly spotUrl: string
}

/** What Binance says of one futures account. */
export class UsdmAccount implements AccountReader {
  readonly #rest: SignedRest
  readonly #spot: SignedRest

  constructor({ spotUrl, ...options }: UsdmAccountOptions) {
    this.#rest = new SignedRest(options, USDM_WIRE)
    this.#spot = new SignedRest({ ...options, url: spotUrl }, SPOT_WIRE)
  }

  async rights(): Promise<KeyRights> {
    const request = { path: '/sapi/v1/account/apiRestrictions', weight: 1, priority: 'look-up' } as const
    const { enableFutures, enableWithdrawals, ipRestrict } = (await this.#spot.read(request, {})) as Fields
    const accountNo = await accountNoOf(this.#spot)
    const model = await readMode(this.#rest)
    return {
      accountNo,
      model,
      currency: 'USDT',
      canTrade: enableFutures === true,
      // What is not denied is a right.
      canWithdraw: enableWithdrawals !== false,
      isBoundToAddresses: ipRestrict === true,
    }
  }

  model(): ReturnType<typeof readMode> {
    return readMode(this.#rest)
  }

  async balances(): Promise<readonly VenueBalance[]> {
    return (await this.#list('/fapi/v2/balance')).map(readFuturesBalance)
  }

  async terms(): Promise<readonly ContractTerms[]> {
    const found = (await this.#list('/fapi/v2/positionRisk')).flatMap(readContractTerms)
    // In hedge mode each contract is listed twice.
    return [...new Map(found.map((one) => [one.instrumentId, one])).values()]
  }

  async positions(): Promise<readonly VenuePosition[]> {
    return (await this.#list('/fapi/v2/positionRisk')).flatMap(readFuturesPosition)
  }

  async #list(path: string): Promise<readonly unknown[]> {
    return (await this.#rest.read({ path, weight: 5, priority: 'look-up' }, {})) as readonly unknown[]
  }
}
