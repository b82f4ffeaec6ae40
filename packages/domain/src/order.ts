interface OrderTypeDefinition {
  readonly text: string
  /** The market order or the limit order that it is, or becomes at its stop price. */
  readonly executesAs: 'market' | 'limit'
  /** Whether it waits at its stop price for the market to get worse or better for it; null without a stop price. */
  readonly trigger: 'worse' | 'better' | null
}

/** Order types by their name in records. Results store the index of a type: add new ones at the end. */
export const ORDER_TYPES = {
  MARKET: {
    text: 'Fills at the next price: buys at the ask, sells at the bid, with slippage.',
    executesAs: 'market',
    trigger: null,
  },
  LIMIT: {
    text: 'Waits for its price or a better one; fills better when the market gaps beyond it.',
    executesAs: 'limit',
    trigger: null,
  },
  STOP: {
    text: 'Becomes a market order when the market reaches its price; fills worse when the market gaps beyond it.',
    executesAs: 'market',
    trigger: 'worse',
  },
  STOP_LIMIT: {
    text: 'Becomes a limit order when the market reaches its stop price.',
    executesAs: 'limit',
    trigger: 'worse',
  },
} as const satisfies Readonly<Record<string, OrderTypeDefinition>>
export type OrderType = keyof typeof ORDER_TYPES

export const TIMES_IN_FORCE = {
  GTC: 'Good till canceled.',
  IOC: 'Immediate or cancel: what its first price does not fill is canceled.',
  FOK: 'Fill or kill: filled in full at its first price, or canceled.',
  GTD: 'Good till date: expires at its expiry time.',
} as const
export type TimeInForce = keyof typeof TIMES_IN_FORCE

/** Instructions of an order. */
export const INSTRUCTIONS = {
  postOnly: 'Refused when it would fill at once, so that it always waits at its price.',
  reduceOnly: 'Closes opposite positions, oldest first, and opens nothing.',
  stopLoss: 'Attached to the position that the order opens: closes it at a worse price.',
  takeProfit: 'Attached to the position that the order opens: closes it at a better price.',
  trailingStop:
    'Attached to the position that the order opens: a stop that follows the best price at a distance, starting from the fill price.',
  oco: 'One cancels the other: when one of the linked orders fills or ends, the others are canceled.',
  bracket:
    'An order with a stop loss and a take profit: after it fills, one of them closes the position and the other is canceled.',
  partialClose: 'Closes part of a position, with its share of the costs.',
} as const

export type Side = 'BUY' | 'SELL'
/** Whether an order rested at its price or took the market's. */
export type Liquidity = 'maker' | 'taker'

/** Results store the index of a status: add new ones at the end. Simulated orders fill whole or not at all. */
export const ORDER_STATUSES = ['NEW', 'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'PARTIALLY_FILLED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * A snapshot of an order. Times are UTC milliseconds, prices in quote currency, quantities in units of the
 * base currency.
 */
export interface Order {
  readonly id: number
  /** Present in records of runs on several instruments, and always for scripts. */
  readonly instrumentId?: string
  readonly type: OrderType
  readonly side: Side
  readonly quantity: number
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly timeInForce: TimeInForce
  /** Never fills against the market's price at once. */
  readonly postOnly: boolean
  /** Closes opposite positions and opens nothing. */
  readonly reduceOnly: boolean
  /** When it was placed. */
  readonly time: number
  readonly status: OrderStatus
  readonly fillTime: number | null
  readonly fillPrice: number | null
  /** Null until it is filled. */
  readonly liquidity: Liquidity | null
  /** The position that it opened or closed. */
  readonly positionId: number | null
  /** Why it was rejected or canceled. */
  readonly reason: string | null
  /** The script's name for it. Present in records of runs that used tags, and always for scripts. */
  readonly tag?: string | null
}
