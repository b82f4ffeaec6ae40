import type { Direction } from '@tradeloom/domain'

/** Money of an account, in its currency. */
export interface VenueBalance {
  readonly currency: string
  readonly balance: number
  readonly equity: number
  readonly usedMargin: number
}

export interface VenuePosition {
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly averagePrice: number
}

/** What a venue says of one account: others reconcile with it. Rejects if the venue does not answer. */
export interface AccountReader {
  balance(): Promise<VenueBalance>
  positions(): Promise<readonly VenuePosition[]>
}
