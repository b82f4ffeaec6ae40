/** A request that must not be sent. Its text is for the trader. */
export class OrderDenied extends Error {
  override readonly name = 'OrderDenied'
}
