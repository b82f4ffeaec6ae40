/** Something about market data that the user can put right: the message is for people. */
export class MarketDataError extends Error {
  override readonly name: string = 'MarketDataError'
}
