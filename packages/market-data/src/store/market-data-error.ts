import { UserError, type UserErrorCode } from '@tradeloom/domain'

/** A problem with market data that the user can fix. */
export class MarketDataError extends UserError {
  override readonly name: string = 'MarketDataError'

  constructor(text: string, code: UserErrorCode = 'no-data', cause?: unknown) {
    super(code, text, null, cause)
  }
}
