/** What the usual reasons of the venue mean to a trader. */
const WORDS: Readonly<Record<string, string>> = {
  INSUFFICIENT_MARGIN: 'The account has too little margin for it',
  INSUFFICIENT_FUNDS: 'The account has too little money for it',
  MARKET_HALTED: 'The market is closed or halted',
  INSTRUMENT_BID_HALTED: 'The market is halted',
  INSTRUMENT_ASK_HALTED: 'The market is halted',
  INSTRUMENT_BID_REDUCE_ONLY: 'The market only takes orders that reduce positions',
  INSTRUMENT_ASK_REDUCE_ONLY: 'The market only takes orders that reduce positions',
  INSTRUMENT_NOT_TRADEABLE: 'The instrument cannot be traded with this account',
  INSUFFICIENT_LIQUIDITY: 'There was not enough on offer',
  BOUNDS_VIOLATION: 'The price has moved too far',
  TIME_IN_FORCE_EXPIRED: 'Its time is over',
  FIFO_VIOLATION: 'The account has to close its oldest trade first',
  UNITS_LIMIT_EXCEEDED: 'The quantity is too large',
  UNITS_MINIMUM_NOT_MET: 'The quantity is too small',
  UNITS_PRECISION_EXCEEDED: 'The quantity has too many decimal places',
  PRICE_PRECISION_EXCEEDED: 'The price has too many decimal places',
  PRICE_DISTANCE_MAXIMUM_EXCEEDED: 'The price is too far from the market',
  PRICE_DISTANCE_MINIMUM_NOT_MET: 'The price is too close to the market',
  TRADE_DOESNT_EXIST: 'The position is closed there already',
  NO_SUCH_TRADE: 'The position is closed there already',
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: 'The position is smaller than that there',
  CLOSEOUT_POSITION_DOESNT_EXIST: 'There is no position that it could close',
  STOP_LOSS_ON_FILL_LOSS: 'The market has passed the stop already',
  TAKE_PROFIT_ON_FILL_LOSS: 'The market has passed the target already',
  LOSING_TAKE_PROFIT: 'The target would close the position at a loss',
  STOP_LOSS_ORDER_PRICE_DISTANCE_MAXIMUM_EXCEEDED: 'The stop is too far from the market',
  PENDING_ORDERS_ALLOWED_EXCEEDED: 'The account has as many working orders as it may have',
  OPEN_TRADES_ALLOWED_EXCEEDED: 'The account has as many open trades as it may have',
  ACCOUNT_LOCKED: 'The account is locked',
  ACCOUNT_NOT_ACTIVE: 'The account is not active',
  CLIENT_REQUEST: 'It was canceled on request',
  LINKED_TRADE_CLOSED: 'The position that it belonged to is closed',
}

/** With the venue's own word behind it. A word that is not known here is shown as it is. */
export function reasonWords(code: string): string {
  const words = WORDS[code]
  return words === undefined ? `OANDA says ${code}` : `${words} (${code})`
}
