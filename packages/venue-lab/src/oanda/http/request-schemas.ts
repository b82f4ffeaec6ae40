/** Requests as the venue's document defines them, and nothing besides. */
const TEXT = { type: 'string' }
const FLAG = { type: 'boolean' }

function oneOf(...values: readonly string[]): object {
  return { type: 'string', enum: values }
}

function only(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', additionalProperties: false, properties }
}

const TIME_IN_FORCE = oneOf('GTC', 'GTD', 'GFD', 'FOK', 'IOC')
const EXTENSIONS = only({ id: TEXT, tag: TEXT, comment: TEXT })
const TIMES = { timeInForce: TIME_IN_FORCE, gtdTime: TEXT }
const TAKE_PROFIT = only({ price: TEXT, ...TIMES, clientExtensions: EXTENSIONS })
const STOP_LOSS = only({ price: TEXT, distance: TEXT, ...TIMES, clientExtensions: EXTENSIONS, guaranteed: FLAG })
const TRAILING = only({ distance: TEXT, ...TIMES, clientExtensions: EXTENSIONS })
const TRIGGER = { triggerCondition: oneOf('DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID') }

const ENTRY = {
  instrument: TEXT,
  units: TEXT,
  positionFill: oneOf('OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT'),
  clientExtensions: EXTENSIONS,
  takeProfitOnFill: TAKE_PROFIT,
  stopLossOnFill: STOP_LOSS,
  trailingStopLossOnFill: TRAILING,
  tradeClientExtensions: EXTENSIONS,
}
const OF_TRADE = { tradeID: TEXT, clientTradeID: TEXT, ...TIMES, ...TRIGGER, clientExtensions: EXTENSIONS }

/** By type. */
const ORDERS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  MARKET: { ...ENTRY, timeInForce: TIME_IN_FORCE, priceBound: TEXT },
  LIMIT: { ...ENTRY, price: TEXT, ...TIMES, ...TRIGGER },
  STOP: { ...ENTRY, price: TEXT, priceBound: TEXT, ...TIMES, ...TRIGGER },
  MARKET_IF_TOUCHED: { ...ENTRY, price: TEXT, priceBound: TEXT, ...TIMES, ...TRIGGER },
  TAKE_PROFIT: { ...OF_TRADE, price: TEXT },
  STOP_LOSS: { ...OF_TRADE, price: TEXT, distance: TEXT, guaranteed: FLAG },
  TRAILING_STOP_LOSS: { ...OF_TRADE, distance: TEXT },
}

/** Of an order of each type. */
export const ORDER_SCHEMAS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(ORDERS).map(([type, fields]) => [type, only({ type: oneOf(type), ...fields })]),
)

export const CLOSE_TRADE = only({ units: TEXT })
export const CLOSE_POSITION = only({
  longUnits: TEXT,
  longClientExtensions: EXTENSIONS,
  shortUnits: TEXT,
  shortClientExtensions: EXTENSIONS,
})
/** Null removes one. */
export const TRADE_ORDERS = only({
  takeProfit: { ...TAKE_PROFIT, nullable: true },
  stopLoss: { ...STOP_LOSS, nullable: true },
  trailingStopLoss: { ...TRAILING, nullable: true },
})
export const ORDER_EXTENSIONS = only({ clientExtensions: EXTENSIONS, tradeClientExtensions: EXTENSIONS })
export const TRADE_EXTENSIONS = only({ clientExtensions: EXTENSIONS })
