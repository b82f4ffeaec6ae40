import { absolute, amountText, parseAmount } from '../amount.ts'
import { stateOf } from './account-state.ts'
import type { LabTransaction, OandaAccount } from './oanda-account.ts'
import type { OandaEngine, Outcome } from './oanda-engine.ts'
import type { ClientExtensions } from './client-extensions.ts'
import type { OrderFields } from './order.ts'
import { isOpenTrade, type LabTrade } from './trade.ts'

const ONE = parseAmount('1') ?? 0n

type CloseFields = Omit<Partial<OrderFields>, 'type' | 'instrument' | 'units'>

/** Closes one trade, or a part of it. */
export function closeTrade(engine: OandaEngine, account: OandaAccount, specifier: string, units: string): Outcome {
  account.beginBatch()
  const trade = account.findTrade(specifier)
  const wanted = trade === null || units === 'ALL' ? null : parseAmount(units)
  const fields: CloseFields = { tradeClose: { tradeID: trade?.id ?? specifier, units } }
  if (trade === null || !isOpenTrade(trade)) return reject(account, fields, 'TRADE_CLOSE', 'TRADE_DOESNT_EXIST')
  if (units !== 'ALL' && (wanted === null || wanted <= 0n))
    return reject(account, fields, 'TRADE_CLOSE', 'UNITS_INVALID')
  if (wanted !== null && wanted > absolute(trade.units))
    return reject(account, fields, 'TRADE_CLOSE', 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE')
  return send(engine, account, { trades: [trade], units: wanted, fields, reason: 'TRADE_CLOSE' })
}

/** Closes one side of a position: all of it, none or some units. Null for none. */
export function closeSide(
  engine: OandaEngine,
  account: OandaAccount,
  side: { instrument: string; isLong: boolean; units: string; clientExtensions?: ClientExtensions },
): Outcome | null {
  const { instrument, isLong, units, clientExtensions } = side
  if (units === 'NONE') return null
  const trades = account.openTrades(instrument).filter((trade) => trade.units > 0n === isLong)
  const closeout = { instrument, units }
  const fields: CloseFields = {
    ...(isLong ? { longPositionCloseout: closeout } : { shortPositionCloseout: closeout }),
    ...(clientExtensions === undefined ? {} : { clientExtensions }),
  }
  const wanted = units === 'ALL' ? null : parseAmount(units)
  const size = trades.reduce((sum, trade) => sum + absolute(trade.units), 0n)
  if (size === 0n) return reject(account, fields, 'POSITION_CLOSEOUT', 'CLOSEOUT_POSITION_DOESNT_EXIST')
  if (units !== 'ALL' && (wanted === null || wanted <= 0n))
    return reject(account, fields, 'POSITION_CLOSEOUT', 'UNITS_INVALID')
  if (wanted !== null && wanted > size)
    return reject(account, fields, 'POSITION_CLOSEOUT', 'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE')
  return send(engine, account, { trades, units: wanted, fields, reason: 'POSITION_CLOSEOUT' })
}

/** Warns an account that has too little for its margin, and closes all it can once half of that is gone. */
export function watchMargin(engine: OandaEngine, account: OandaAccount): void {
  const { callPercent, closeoutPercent } = stateOf(account, engine.markets)
  if (callPercent >= ONE !== account.isInMarginCall) {
    account.isInMarginCall = callPercent >= ONE
    account.beginBatch()
    account.book(account.isInMarginCall ? 'MARGIN_CALL_ENTER' : 'MARGIN_CALL_EXIT', {})
  }
  if (closeoutPercent < ONE) return
  const open = account.openTrades().filter((trade) => engine.markets.get(trade.instrument)?.isTradeable === true)
  for (const trades of Map.groupBy(open, ({ instrument, units }) => `${instrument} ${units > 0n}`).values()) {
    account.beginBatch()
    const fields: CloseFields = { marginCloseout: { reason: 'MARGIN_CHECK_VIOLATION' } }
    send(engine, account, { trades, units: null, fields, reason: 'MARGIN_CLOSEOUT' })
  }
}

interface Closing {
  /** Of one instrument and direction. */
  readonly trades: readonly LabTrade[]
  /** Positive; null for all. */
  readonly units: bigint | null
  readonly fields: CloseFields
  readonly reason: string
}

function send(engine: OandaEngine, account: OandaAccount, { trades, units, fields, reason }: Closing): Outcome {
  const size = trades.reduce((sum, trade) => sum + trade.units, 0n)
  const wanted = units ?? absolute(size)
  const signed = size > 0n ? -wanted : wanted
  const full: OrderFields = {
    type: 'MARKET',
    instrument: trades[0]?.instrument ?? '',
    units: amountText(signed),
    timeInForce: 'FOK',
    positionFill: 'REDUCE_ONLY',
    ...fields,
  }
  const order = engine.create(account, full, { targets: trades, units: signed, price: null, booked: { reason } })
  return { create: account.transactionOf(order), ...engine.start(account, order) }
}

function reject(account: OandaAccount, fields: CloseFields, reason: string, rejectReason: string): Outcome {
  const { instrument, units } = fields.longPositionCloseout ?? fields.shortPositionCloseout ?? {}
  const named = { ...(instrument === undefined ? {} : { instrument }), ...(units === undefined ? {} : { units }) }
  const booked: object = { ...named, timeInForce: 'FOK', positionFill: 'REDUCE_ONLY', ...fields, reason, rejectReason }
  const transaction: LabTransaction = account.book('MARKET_ORDER_REJECT', booked)
  return { reject: transaction }
}
