import type { AccountModel } from '@tradeloom/domain'
import { AccountUnusable } from '../../../ports/account-reader.ts'
import type { Fields } from '../read-account.ts'
import type { SignedRest } from '../signed-rest.ts'

const FUTURES = '-usdm'

/** The number of the account's owner, which both accounts have. */
async function uidOf(spot: SignedRest): Promise<string> {
  const request = { path: '/api/v3/account', weight: 20, priority: 'look-up' } as const
  const { uid } = (await spot.read(request, { omitZeroBalances: 'true' })) as Fields
  if (typeof uid !== 'number') throw new Error('The account has no number')
  return String(uid)
}

/** The name of a futures account: it has no number of its own. */
export async function accountNoOf(spot: SignedRest): Promise<string> {
  return `${await uidOf(spot)}${FUTURES}`
}

export function isFuturesAccount(accountNo: string | undefined): boolean {
  return accountNo?.endsWith(FUTURES) === true
}

/** The accounts that a key opens: the spot account first, as before it was one of two. */
export async function listAccounts(spot: SignedRest): Promise<readonly string[]> {
  const request = { path: '/sapi/v1/account/apiRestrictions', weight: 1, priority: 'look-up' } as const
  const { enableFutures } = (await spot.read(request, {})) as Fields
  const uid = await uidOf(spot)
  return enableFutures === true ? [uid, `${uid}${FUTURES}`] : [uid]
}

/**
 * What the account keeps of its trades: one position in each contract, or in hedge mode one in each direction. Throws unless one
 * currency is its margin, as it is counted here.
 */
export async function readMode(rest: SignedRest): Promise<Extract<AccountModel, 'netting' | 'hedging'>> {
  const request = { path: '/fapi/v1/accountConfig', weight: 5, priority: 'look-up' } as const
  const { dualSidePosition, multiAssetsMargin } = (await rest.read(request, {})) as Fields
  if (multiAssetsMargin === true)
    throw new AccountUnusable(
      'This futures account is in multi-assets mode. Set its asset mode at Binance to single-asset',
    )
  return dualSidePosition === true ? 'hedging' : 'netting'
}
