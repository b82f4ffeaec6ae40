import { amountText, moneyText } from '../amount.ts'
import { describeInstrument } from '../instrument.ts'
import { marginOf, stateJson, stateOf, unrealizedOf } from '../trading/account-state.ts'
import type { LabTransaction, OandaAccount } from '../trading/oanda-account.ts'
import type { OandaEngine } from '../trading/oanda-engine.ts'
import { isOpenTrade } from '../trading/trade.ts'
import { OandaError } from './oanda-error.ts'
import { describe } from './order-routes.ts'
import { integerOf, listOf, type OandaRequest, type Routes } from './route.ts'
import { openNames, positionJson, summarizeTrade } from './trade-routes.ts'

/** Requests that read accounts. */
export function accountRoutes(engine: OandaEngine): Routes {
  return {
    'GET /v3/accounts/{accountID}': ({ account }) => ({
      account: {
        ...summary(engine, account),
        trades: account.openTrades().map((trade) => summarizeTrade(engine, account, trade)),
        positions: [...account.byInstrument.keys()].map((name) => positionJson(engine, account, name)),
        orders: account.pendingOrders().map((order) => describe(engine, order)),
      },
    }),
    'GET /v3/accounts/{accountID}/summary': ({ account }) => ({ account: summary(engine, account) }),
    'GET /v3/accounts/{accountID}/instruments': ({ query }) => {
      const names = listOf(query, 'instruments')
      for (const name of names ?? [])
        if (engine.markets.get(name) === null) throw new OandaError(400, "Invalid value specified for 'instruments'")
      const found = engine.markets.all().filter(({ instrument }) => names?.includes(instrument.name) ?? true)
      return { instruments: found.map(({ instrument }) => describeInstrument(instrument)) }
    },
    'GET /v3/accounts/{accountID}/changes': (request) => changes(engine, request),
  }
}

export function accountProperties({ id, mt4AccountID }: OandaAccount): object {
  return { id, ...(mt4AccountID === null ? {} : { mt4AccountID }), tags: [] }
}

function summary(engine: OandaEngine, account: OandaAccount): object {
  const { totals } = account
  return {
    id: account.id,
    alias: account.mt4AccountID === null ? 'Primary' : 'MT4',
    currency: account.currency,
    balance: moneyText(account.balance),
    createdByUserID: account.userId,
    createdTime: account.createdTime,
    guaranteedStopLossOrderMode: 'DISABLED',
    pl: moneyText(totals.pl),
    resettablePL: moneyText(totals.pl),
    resettablePLTime: '0',
    financing: moneyText(totals.financing),
    commission: moneyText(totals.commission),
    guaranteedExecutionFees: moneyText(0n),
    ...(account.marginRate === null ? {} : { marginRate: amountText(account.marginRate) }),
    openTradeCount: account.openTrades().length,
    openPositionCount: openNames(account).length,
    pendingOrderCount: account.pendingOrders().length,
    hedgingEnabled: account.isHedging,
    ...stateJson(account, stateOf(account, engine.markets)),
    lastTransactionID: account.lastId,
  }
}

/** What has happened to an account after a transaction, and what changes with each price. */
function changes(engine: OandaEngine, { account, query }: OandaRequest): object {
  const since = integerOf(query, 'sinceTransactionID')
  if (since === null || since > account.transactions.length)
    throw new OandaError(since === null ? 400 : 416, "Invalid value specified for 'sinceTransactionID'")
  const transactions = account.transactions.slice(since)
  const ids = new Set(transactions.map(({ id }) => id))
  const isNew = (id: unknown): boolean => typeof id === 'string' && ids.has(id)
  const orders = (field: string): readonly object[] =>
    account.orders.filter(({ outcome }) => isNew(outcome[field])).map((order) => describe(engine, order))
  const trades = account.trades.map((trade) => ({ trade, touched: trade.closingIds.some(isNew) }))
  const list = (wanted: typeof trades): readonly object[] =>
    wanted.map(({ trade }) => summarizeTrade(engine, account, trade))
  return {
    changes: {
      ordersCreated: account.orders.filter(({ id }) => isNew(id)).map((order) => describe(engine, order)),
      ordersCancelled: orders('cancellingTransactionID'),
      ordersFilled: orders('fillingTransactionID'),
      ordersTriggered: [],
      tradesOpened: list(trades.filter(({ trade }) => isNew(trade.id))),
      tradesReduced: list(trades.filter(({ trade, touched }) => touched && isOpenTrade(trade))),
      tradesClosed: list(trades.filter(({ trade, touched }) => touched && !isOpenTrade(trade))),
      positions: touchedNames(transactions).map((name) => positionJson(engine, account, name)),
      transactions,
    },
    state: {
      ...stateJson(account, stateOf(account, engine.markets)),
      orders: account
        .pendingOrders()
        .flatMap(({ id, trailingStop, instrument }) =>
          trailingStop === null ? [] : [{ id, trailingStopValue: engine.priceText(instrument, trailingStop) }],
        ),
      trades: account.openTrades().map((trade) => ({
        id: trade.id,
        unrealizedPL: moneyText(unrealizedOf(account, engine.markets, trade)),
      })),
      positions: openNames(account).map((name) => sums(engine, account, name)),
    },
  }
}

function touchedNames(transactions: readonly LabTransaction[]): readonly string[] {
  const fills = transactions.filter(({ type }) => type === 'ORDER_FILL')
  return [...new Set(fills.map((fill) => String(fill['instrument'])))]
}

function sums(engine: OandaEngine, account: OandaAccount, instrument: string): object {
  const trades = account.openTrades(instrument)
  const of = (wanted: typeof trades): bigint =>
    wanted.reduce((sum, trade) => sum + unrealizedOf(account, engine.markets, trade), 0n)
  return {
    instrument,
    netUnrealizedPL: moneyText(of(trades)),
    longUnrealizedPL: moneyText(of(trades.filter(({ units }) => units > 0n))),
    shortUnrealizedPL: moneyText(of(trades.filter(({ units }) => units < 0n))),
    marginUsed: moneyText(marginOf(account, engine.markets, instrument)),
  }
}
