import type { Execution, TradingOrder, TradingPosition } from '@tradeloom/contracts'
import type { FillRow, IntentRow, PositionRow } from '@tradeloom/database'
import { type ContractTerms, isDust, isPerpetual, leverage, tidy, withoutNoise } from '@tradeloom/domain'
import { type ProtectionPayload, isProtection, unansweredFrom } from '@tradeloom/trading'
import { z } from 'zod'
import type { CustodyRow, StoredOrder, StoredPosition } from './stored-rows.ts'
import type { ValuedPosition } from '../../trading-core/prices/valuation.ts'

/** Numbers of trades at a venue name one within its account only: two accounts may have the same. */
const isOwnName = (brokerId: string): boolean => z.uuid().safeParse(brokerId).success

export function viewPosition(
  { position: row, model, isStopHeld, custody, session: named }: StoredPosition,
  valued: ValuedPosition,
  terms: readonly ContractTerms[],
): TradingPosition {
  const { instrument } = valued
  const session = row.sessionId === null ? null : named
  const price = valued.price ?? row.openPrice
  const [symbol = '', broker = ''] = row.instrumentId.split(':')
  const marginRate = instrument?.marginRate ?? null
  return {
    id: row.partOf === null && isOwnName(row.brokerId) ? row.brokerId : row.id,
    brokerId: row.brokerId,
    part: row.partOf !== null || (row.status === 'CLOSED' && row.part > 1) ? row.part : null,
    sessionId: row.sessionId,
    accountId: row.accountId,
    instrumentId: row.instrumentId,
    broker,
    symbol: instrument?.displaySymbol ?? symbol,
    direction: row.direction,
    quantity: row.quantity,
    openPrice: withoutNoise(row.openPrice),
    closePrice: row.closePrice === null ? null : withoutNoise(row.closePrice),
    openTime: row.openTime.getTime(),
    closeTime: row.closeTime?.getTime() ?? null,
    stopLoss: row.isStopLossRejected && !isStopHeld ? 'Rejected' : row.stopLoss,
    isStopHeld,
    isDust: model === 'spot' && row.status === 'OPEN' && instrument !== null && isDust(row.quantity, price, instrument),
    trailingStop: row.isTrailingStopRejected ? 'Rejected' : row.trailingStop,
    takeProfit: row.isTakeProfitRejected ? 'Rejected' : row.takeProfit,
    unprotectedSince: row.unprotectedSince?.getTime() ?? null,
    custody: custody && viewCustody(custody),
    pips: valued.pips,
    profit: tidy(valued.profit),
    usedMargin: tidy(valued.usedMargin),
    interest: tidy(-row.interest - row.fundingCost),
    spreadCost: tidy(valued.spreadCost),
    slippageCost: tidy(valued.slippageCost),
    commission: tidy(row.commission),
    swapCost: tidy(row.interest),
    fundingCost: tidy(row.fundingCost),
    status: row.status,
    detail: row.closeReason,
    backtestId: null,
    algorithmId: session?.algorithmId ?? null,
    algorithmName: session?.algorithmName ?? null,
    sessionName: session ? `${session.algorithmName} ${symbol}` : null,
    value: tidy(row.quantity * row.openPrice),
    dealtCurrency: instrument?.dealt ?? '',
    leverage: marginRate === null ? null : leverage(marginRate),
    marginMode: marginModeOf(row, terms),
  }
}

function marginModeOf(
  { instrumentId, broker }: PositionRow,
  terms: readonly ContractTerms[],
): TradingPosition['marginMode'] {
  if (!isPerpetual(instrumentId) || broker === 'PAPER') return null
  return terms.find((one) => one.instrumentId === instrumentId)?.isIsolated ? 'isolated' : 'cross'
}

export function viewCustody({ state, cause, isProtected, at }: CustodyRow): NonNullable<TradingPosition['custody']> {
  return { state, cause, isProtected, since: at.getTime() }
}

export const ORDER_TYPE_LABELS = {
  MARKET: 'Market',
  LIMIT: 'Limit',
  STOP: 'Stop',
  STOP_LIMIT: 'Stop Limit',
  TRAILING_STOP: 'Trailing Stop',
} as const
type TypeKey = keyof typeof ORDER_TYPE_LABELS

export function viewOrder(
  { order: row, venueId, sessionId, cancellation, linkedTo, placedBy }: StoredOrder,
  symbol: string,
): TradingOrder {
  return {
    id: row.id,
    brokerOrderId: numberOf(venueId) ?? row.id,
    isAtBroker: true,
    accountId: row.accountId,
    sessionId,
    positionId: row.positionId,
    type: ORDER_TYPE_LABELS[row.type],
    isProtective: row.isProtective,
    status: row.status === 'REJECTED' ? 'Rejected' : row.status,
    side: row.side,
    quantity: row.quantity,
    filledQuantity: row.filled,
    price: row.average === null ? row.limitPrice : withoutNoise(row.average),
    limitPrice: row.limitPrice,
    stopPrice: row.stopPrice,
    linkedTo,
    time: row.time.getTime(),
    instrumentId: row.instrumentId,
    broker: brokerOf(row.instrumentId),
    symbol,
    detail: cancellation ?? row.reason,
    unknown: null,
    placedBy: row.isProtective ? null : placedBy,
  }
}

/** As the venue shows it: adapters put the symbol before numbers that are unique within it. */
function numberOf(venueId: string | null): string | null {
  return /^[A-Z0-9]+-(\d+)$/.exec(venueId ?? '')?.[1] ?? venueId
}

interface ViewedIntent {
  readonly intent: IntentRow
  /** Of the position that it closes. */
  readonly direction: PositionRow['direction'] | null
  /** Whether its venue is asked what has become of it. */
  readonly isAsked: boolean
  readonly placedBy: string | null
}

/** A request that the venue does not have, or of which nobody knows whether it has it. */
export function viewIntent(
  { intent: row, direction, isAsked, placedBy }: ViewedIntent,
  symbol: string,
): TradingOrder | null {
  const terms = termsOf(row, direction)
  return (
    terms && {
      id: row.id,
      brokerOrderId: numberOf(row.venueId) ?? row.id,
      isAtBroker: false,
      accountId: row.accountId,
      sessionId: row.sessionId,
      status: statusOf(row),
      filledQuantity: row.filled,
      linkedTo: null,
      time: row.decidedAt.getTime(),
      instrumentId: row.instrumentId,
      broker: brokerOf(row.instrumentId),
      symbol,
      detail: row.reason,
      unknown: doubtOf(row, isAsked),
      placedBy: isProtection(row.payload) ? null : placedBy,
      ...terms,
    }
  )
}

type Terms = Pick<
  TradingOrder,
  'positionId' | 'type' | 'isProtective' | 'side' | 'quantity' | 'price' | 'limitPrice' | 'stopPrice'
>

/** What was requested; null for what is no order, or is shown by its order. */
function termsOf(row: IntentRow, direction: ViewedIntent['direction']): Terms | null {
  const { payload, average } = row
  if (isProtection(payload)) return isDoubtful(row) ? termsOfProtection(payload) : null
  if (payload.kind === 'PLACE') {
    const { type, side, quantity, limitPrice, stopPrice } = payload
    const price = average === null ? limitPrice : withoutNoise(average)
    return {
      positionId: null,
      type: ORDER_TYPE_LABELS[type],
      isProtective: false,
      side,
      quantity,
      price,
      limitPrice,
      stopPrice,
    }
  }
  if (payload.kind !== 'CLOSE') return null
  const { positionId, quantity } = payload
  const side = direction === 'SHORT' ? 'BUY' : 'SELL'
  return {
    positionId,
    type: 'Market',
    isProtective: false,
    side,
    quantity,
    price: average === null ? null : withoutNoise(average),
    limitPrice: null,
    stopPrice: null,
  }
}

/** The stop or target of a position is shown by its order, unless nobody knows whether there is one. */
function isDoubtful({ state }: IntentRow): boolean {
  return state === 'UNKNOWN' || state === 'ABSENT'
}

function termsOfProtection({ guard, side, quantity, price, positionId }: ProtectionPayload): Terms {
  const own = { positionId, isProtective: true, side, quantity }
  if (guard === 'stopLoss') return { ...own, type: 'Stop', price: null, limitPrice: null, stopPrice: price }
  if (guard === 'trailingStop') return { ...own, type: 'Trailing Stop', price: null, limitPrice: null, stopPrice: null }
  return { ...own, type: 'Limit', price, limitPrice: price, stopPrice: null }
}

function doubtOf(row: IntentRow, isAsked: boolean): TradingOrder['unknown'] {
  if (row.state !== 'UNKNOWN') return null
  return { isAsked, outcomeFrom: isAsked ? unansweredFrom(row) : row.decidedAt.getTime() }
}

function statusOf({ state }: IntentRow): TradingOrder['status'] {
  if (state === 'UNKNOWN' || state === 'STRAY') return 'UNKNOWN'
  return state === 'WRITTEN' || state === 'SENDING' ? 'NEW' : 'Rejected'
}

export function viewExecution(row: FillRow, symbol: string): Execution {
  return {
    id: row.tradeId,
    accountId: row.accountId,
    sessionId: row.owner === 'manual' ? null : row.owner,
    positionId: row.positionId,
    time: row.time.getTime(),
    instrumentId: row.instrumentId,
    broker: brokerOf(row.instrumentId),
    symbol,
    side: row.side,
    price: withoutNoise(row.price),
    quantity: row.quantity,
    fee: withoutNoise(row.fee),
    orderType: ORDER_TYPE_LABELS[row.orderType as TypeKey],
    orderPrice: row.orderPrice,
    orderStatus: row.orderStatus,
  }
}

function brokerOf(instrumentId: string): string {
  return instrumentId.split(':')[1] ?? ''
}
