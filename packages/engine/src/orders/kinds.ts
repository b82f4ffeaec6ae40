/** What `buy` and `sell` place, and how long it stays: by the name that records carry, with what it does. */
export const ORDER_TYPES = {
  MARKET: 'Fills at the next price: buys at the ask, sells at the bid, with slippage.',
  LIMIT: 'Waits for its price or a better one; a gap beyond it is enjoyed.',
  STOP: 'Becomes a market order when the market reaches its price; a gap beyond it is paid for.',
  STOP_LIMIT: 'Becomes a limit order when the market reaches its stop price.',
} as const

export const TIMES_IN_FORCE = {
  GTC: 'Good till cancelled.',
  IOC: 'Immediate or cancel: what its first price does not fill is cancelled.',
  FOK: 'Fill or kill: filled whole at its first price, or cancelled.',
  GTD: 'Good till a date: expires at its moment.',
} as const

/** Instructions that go with an order. */
export const INSTRUCTIONS = {
  postOnly: 'Refused when it would be filled at once, so that it always waits at its price.',
  reduceOnly: 'Closes what is open the other way, the oldest first, and opens nothing.',
  stopLoss: 'Attached to the position that the order opens: closes it at a worse price.',
  takeProfit: 'Attached to the position that the order opens: closes it at a better price.',
  trailingStop:
    'Attached to the position that the order opens: a stop that follows the best price at a distance, first that of the fill.',
  oco: 'One cancels the other: of linked orders whichever is filled or ends first takes the others with it.',
  bracket:
    'An order with stop loss and take profit: once it is filled, one of them ends the position and the other goes.',
  partialClose: 'Closes a part of a position; its share of the costs goes with it.',
} as const
