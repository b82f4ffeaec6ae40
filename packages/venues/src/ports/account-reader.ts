import type { Direction } from '@tradeloom/domain'

/** An amount that an account has of one currency. */
export interface VenueBalance {
  readonly currency: string
  readonly total: number
  /** What neither orders nor positions tie up. */
  readonly available: number
}

export interface VenuePosition {
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly averagePrice: number
}

/** What a venue says of one account. Rejects if there is no answer. */
export interface AccountReader {
  balances(): Promise<readonly VenueBalance[]>
  positions(): Promise<readonly VenuePosition[]>
}
