import type { AccountReader, KeyRights, VenueBalance, VenuePosition } from '../../ports/account-reader.ts'
import { readBalance, readPosition } from './read-account.ts'
import { decimalOf, type Row, rowOf, rowsOf, textOf, writtenOf } from './read-json.ts'
import { SignedRest, type SignedRestOptions, type Wallet } from './signed-rest.ts'

const MARGIN = '-margin'
/** In which a margin wallet counts if there is some of it, the first one otherwise. */
const COUNTED = ['USD', 'USDT', 'EUR', 'GBP', 'JPY'] as const

/** Which wallet an account is: the second one is named after the first, because both have one number. */
export function walletOfAccount(accountNo: string | undefined): Wallet {
  return accountNo?.endsWith(MARGIN) === true ? 'margin' : 'exchange'
}

/** The accounts that a key opens. */
export async function listAccounts(rest: SignedRest): Promise<readonly string[]> {
  const userId = writtenOf(rowOf(await rest.read('r/info/user'))[0])
  return [userId, `${userId}${MARGIN}`]
}

/** What Bitfinex says of one wallet. */
export class BitfinexAccount implements AccountReader {
  readonly #rest: SignedRest

  constructor(options: SignedRestOptions) {
    this.#rest = new SignedRest(options)
  }

  async rights(): Promise<KeyRights> {
    const rows = rowsOf(await this.#rest.read('r/permissions'))
    const [exchange = '', margin = ''] = await listAccounts(this.#rest)
    const isMargin = this.#rest.wallet === 'margin'
    return {
      accountNo: isMargin ? margin : exchange,
      model: isMargin ? 'netting' : 'spot',
      canTrade: mayWrite(rows, 'orders') === true,
      // What is not denied is a right.
      canWithdraw: mayWrite(rows, 'withdraw') !== false,
      // Keys can be, and the venue does not say whether this one is.
      isBoundToAddresses: null,
      ...(isMargin ? { currency: currencyOf(await this.balances()) } : {}),
    }
  }

  async balances(): Promise<readonly VenueBalance[]> {
    const { pairs, wallet } = this.#rest
    await pairs.readSoon('look-up')
    const rows = rowsOf(await this.#rest.read('r/wallets'))
    return rows
      .filter(([kind]) => kind === wallet)
      .map((row) => readBalance(row, pairs) ?? whole(row, pairs.nameOf(textOf(row[1]))))
  }

  async positions(): Promise<readonly VenuePosition[]> {
    if (this.#rest.wallet === 'exchange') return []
    const { pairs } = this.#rest
    await pairs.readSoon('look-up')
    const rows = rowsOf(await this.#rest.read('r/positions'))
    return rows.flatMap((row) => readPosition(row, pairs))
  }
}

/** What of it is available was not computed yet. */
function whole([, , balance]: Row, currency: string): VenueBalance {
  const total = decimalOf(balance, 'down')
  return { currency, total, available: total }
}

/** Null if the venue does not say. */
function mayWrite(rows: readonly Row[], scope: string): boolean | null {
  const row = rows.find(([name]) => name === scope)
  return row ? decimalOf(row[2]) === 1 : null
}

function currencyOf(balances: readonly VenueBalance[]): string {
  return COUNTED.find((code) => balances.some(({ currency, total }) => currency === code && total > 0)) ?? COUNTED[0]
}
