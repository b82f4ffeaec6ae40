import { UserError, type UserErrorCode } from '@tradeloom/domain'

/** Something about market data that the user can resolve. */
export class MarketDataError extends UserError {
  override readonly name: string = 'MarketDataError'

  constructor(text: string, code: UserErrorCode = 'no-data', cause?: unknown) {
    super(code, text, null, cause)
  }
}
