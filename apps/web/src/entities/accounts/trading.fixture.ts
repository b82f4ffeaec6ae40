import type { Execution, TradingAccount, TradingOrder, TradingPosition } from '@tradeloom/contracts'
import { guardLimits } from '@tradeloom/domain'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

export const USER = { id: ID, username: 'ada' }

export function accountOf(changes: Partial<TradingAccount> = {}): TradingAccount {
  return {
    id: ID,
    connectionId: ID,
    type: 'paper',
    model: (changes.type ?? 'paper') === 'paper' ? 'hedging' : 'spot',
    broker: 'PAPER',
    accountNo: 'P-1',
    currency: 'USD',
    balance: 10_000,
    initialBalance: 10_000,
    equity: 10_000,
    used: 0,
    available: 10_000,
    unrealisedProfit: 0,
    marginCall: false,
    marginRate: null,
    leverage: null,
    closeoutPercent: 0,
    connected: true,
    connectionError: null,
    usdValue: 10_000,
    fundsAvailable: 10_000,
    level: 'ACTIVE',
    levelReason: null,
    ...guardLimits({}),
    warnings: [],
    unprotectedToday: 0,
    refusedStops: null,
    resetAt: null,
    workingOrders: [],
    ...changes,
  }
}

export function positionOf(changes: Partial<TradingPosition> = {}): TradingPosition {
  return {
    id: '03a1fcbd-ca32-7065-a0e0-bc608310879a',
    brokerId: 'p1',
    part: null,
    spreadCost: 0,
    slippageCost: 0,
    swapCost: 0,
    fundingCost: 0,
    sessionId: null,
    accountId: ID,
    instrumentId: 'EURUSD:SIM',
    broker: 'PAPER',
    symbol: 'EUR/USD',
    direction: 'LONG',
    quantity: 10_000,
    openPrice: 1.084,
    closePrice: null,
    openTime: Date.UTC(2026, 2, 2, 10, 15),
    closeTime: null,
    stopLoss: null,
    isStopHeld: false,
    isDust: false,
    trailingStop: null,
    takeProfit: null,
    unprotectedSince: null,
    custody: null,
    pips: 0,
    profit: 0,
    usedMargin: 361.33,
    interest: 0,
    commission: 0,
    status: 'OPEN',
    detail: null,
    backtestId: null,
    algorithmId: null,
    algorithmName: null,
    sessionName: null,
    value: 10_840,
    dealtCurrency: 'EUR',
    leverage: '30:1',
    ...changes,
  }
}

export function orderOf(changes: Partial<TradingOrder> = {}): TradingOrder {
  return {
    id: 'o1',
    brokerOrderId: 'o1',
    isAtBroker: true,
    accountId: ID,
    sessionId: null,
    positionId: null,
    type: 'Limit',
    isProtective: false,
    status: 'NEW',
    side: 'BUY',
    quantity: 10_000,
    filledQuantity: 0,
    price: 1.08,
    limitPrice: 1.08,
    stopPrice: null,
    time: Date.UTC(2026, 2, 2, 10, 15),
    instrumentId: 'EURUSD:SIM',
    broker: 'PAPER',
    symbol: 'EUR/USD',
    detail: null,
    unknown: null,
    ...changes,
  }
}

export function executionOf(changes: Partial<Execution> = {}): Execution {
  return {
    id: 'e1',
    accountId: ID,
    sessionId: null,
    positionId: null,
    time: Date.UTC(2026, 2, 2, 10, 15),
    broker: 'PAPER',
    symbol: 'EUR/USD',
    instrumentId: 'EURUSD:SIM',
    side: 'BUY',
    price: 1.08427,
    quantity: 10_000,
    fee: 0,
    orderType: 'Limit',
    orderPrice: 1.0843,
    orderStatus: 'FILLED',
    ...changes,
  }
}
