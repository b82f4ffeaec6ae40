import type { AccountModel, ContractTerms } from '@tradeloom/domain'
import type { StatedPosition } from '@tradeloom/trading'

/** An amount that an account has of one currency. */
export interface VenueBalance {
  readonly currency: string
  readonly total: number
  /** What neither orders nor positions tie up. */
  readonly available: number
}

/** What a margin account has open: one position in each market at a netting account, each trade or one in each direction at a hedging one. */
export interface VenuePosition extends StatedPosition {
  /** Tied up by it, in the currency of the account. */
  readonly margin: number
  /** At which the venue closes it by force; null where it states none. */
  readonly liquidationPrice: number | null
}

/** What a key may do, and which account it opens, as its venue says. */
export interface KeyRights {
  /** The account that it opens, as the venue names it. */
  readonly accountNo: string
  /** What the account keeps of its trades, as it is set now. */
  readonly model: AccountModel
  readonly canTrade: boolean
  readonly canWithdraw: boolean
  /** Whether it works from listed addresses only; null where keys cannot be bound to any. */
  readonly isBoundToAddresses: boolean | null
  /** In which the account counts; what it has most of if omitted. */
  readonly currency?: string
}

/** The venue refuses the key itself: it is wrong, was deleted, or may not be used from here. Its text has no secret. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

/** The account is set in a way in which it is not traded here. Its text says what to change. */
export class AccountUnusable extends Error {
  override readonly name = 'AccountUnusable'
}

/** What a venue says of one account. Rejects if there is no answer, with KeyRefused if the key is refused. */
export interface AccountReader {
  rights(): Promise<KeyRights>
  /** What the account keeps of its trades now. Missing where that does not change while it trades. */
  model?(): Promise<AccountModel>
  balances(): Promise<readonly VenueBalance[]>
  /** Those that differ from what its instruments state. Missing where leverage cannot be chosen. */
  terms?(): Promise<readonly ContractTerms[]>
  /** None at a spot account. */
  positions(): Promise<readonly VenuePosition[]>
}
