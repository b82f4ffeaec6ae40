import { absolute, amountText, moneyText, times } from '../amount.ts'
import { marginOf, rateOf, unrealizedOf, valueOf } from '../trading/account-state.ts'
import { checkProtection, type ProtectionName } from '../trading/check-order.ts'
import { closeSide, closeTrade } from '../trading/closings.ts'
import type { OandaAccount } from '../trading/oanda-account.ts'
import type { OandaEngine } from '../trading/oanda-engine.ts'
import type { ClientExtensions } from '../trading/client-extensions.ts'
import type { ProtectionDetails } from '../trading/order.ts'
import { changeProtection } from '../trading/change-protection.ts'
import { isOpenTrade, tradeJson, type LabTrade } from '../trading/trade.ts'
import { checkBody } from './check-body.ts'
import { notFound } from './oanda-error.ts'
import { describe, outcomeJson, page, refuse, related } from './order-routes.ts'
import { CLOSE_POSITION, CLOSE_TRADE, TRADE_EXTENSIONS, TRADE_ORDERS } from './request-schemas.ts'
import type { OandaRequest, Routes } from './route.ts'

/** Requests about trades and positions. */
export function tradeRoutes(engine: OandaEngine): Routes {
  return {
    'GET /v3/accounts/{accountID}/trades': ({ account, query }) => {
      const state = query.get('state') ?? 'OPEN'
      const found = account.trades.filter((trade) => state === 'ALL' || isOpenTrade(trade) === (state === 'OPEN'))
      return { trades: page(query, found).map((trade) => describeTrade(engine, account, trade)) }
    },
    'GET /v3/accounts/{accountID}/openTrades': ({ account }) => ({
      trades: account
        .openTrades()
        .toReversed()
        .map((trade) => describeTrade(engine, account, trade)),
    }),
    'GET /v3/accounts/{accountID}/trades/{tradeSpecifier}': (request) => ({
      trade: describeTrade(engine, request.account, tradeOf(request)),
    }),
    'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/close': ({ account, path, body }) => {
      checkBody(CLOSE_TRADE, body ?? {})
      const { units = 'ALL' } = (body ?? {}) as { readonly units?: string }
      const outcome = closeTrade(engine, account, path['tradeSpecifier'] ?? '', units)
      const { reject } = outcome
      // Without ids, as its document has it, unless there is no such trade.
      const more = reject?.['rejectReason'] === 'TRADE_DOESNT_EXIST' ? related(account) : {}
      if (reject !== undefined) refuse(account, 'orderRejectTransaction', reject, more)
      return { ...outcomeJson(outcome), ...related(account) }
    },
    'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/orders': (request) => changeOrders(engine, request),
    'PUT /v3/accounts/{accountID}/trades/{tradeSpecifier}/clientExtensions': (request) => {
      checkBody(TRADE_EXTENSIONS, request.body)
      const { account } = request
      account.beginBatch()
      const trade = tradeOf(request)
      const { clientExtensions } = request.body as { readonly clientExtensions?: ClientExtensions }
      Object.assign(trade, { clientExtensions })
      const transaction = account.book('TRADE_CLIENT_EXTENSIONS_MODIFY', {
        tradeID: trade.id,
        tradeClientExtensionsModify: clientExtensions,
      })
      return { tradeClientExtensionsModifyTransaction: transaction, ...related(account) }
    },
    'GET /v3/accounts/{accountID}/positions': ({ account }) => ({
      positions: [...account.byInstrument.keys()].map((name) => positionJson(engine, account, name)),
    }),
    'GET /v3/accounts/{accountID}/openPositions': ({ account }) => ({
      positions: openNames(account).map((name) => positionJson(engine, account, name)),
    }),
    'GET /v3/accounts/{accountID}/positions/{instrument}': ({ account, path }) => ({
      position: positionJson(engine, account, path['instrument'] ?? ''),
    }),
    'PUT /v3/accounts/{accountID}/positions/{instrument}/close': (request) => closePosition(engine, request),
  }
}

function tradeOf({ account, path }: OandaRequest): LabTrade {
  const trade = account.findTrade(path['tradeSpecifier'] ?? '')
  if (trade === null) throw notFound('trade')
  return trade
}

export function openNames(account: OandaAccount): readonly string[] {
  return [...new Set(account.openTrades().map(({ instrument }) => instrument))]
}

/** With the orders that protect it. */
function describeTrade(engine: OandaEngine, account: OandaAccount, trade: LabTrade): object {
  const protections = account.protectionsOf(trade)
  const named = (type: ProtectionName, name: string): object => {
    const order = protections.find(({ fields }) => fields.type === type)
    return order === undefined ? {} : { [name]: describe(engine, order) }
  }
  return {
    ...summarizeTrade(engine, account, trade),
    ...named('TAKE_PROFIT', 'takeProfitOrder'),
    ...named('STOP_LOSS', 'stopLossOrder'),
    ...named('TRAILING_STOP_LOSS', 'trailingStopLossOrder'),
  }
}

export function summarizeTrade(engine: OandaEngine, account: OandaAccount, trade: LabTrade): object {
  const { markets } = engine
  const instrument = markets.get(trade.instrument)?.instrument
  const value = absolute(valueOf(account, markets, trade.instrument, trade.units))
  return tradeJson(trade, {
    unrealized: unrealizedOf(account, markets, trade),
    margin: instrument === undefined ? 0n : times(value, rateOf(account, instrument)),
    priceText: (price) => engine.priceText(trade.instrument, price),
  })
}

export function positionJson(engine: OandaEngine, account: OandaAccount, name: string): object {
  const { markets } = engine
  const trades = account.openTrades(name)
  const totals = account.totalsOf(name)
  const side = (isLong: boolean): object => {
    const open = trades.filter(({ units }) => units > 0n === isLong)
    const units = open.reduce((sum, trade) => sum + trade.units, 0n)
    const value = open.reduce((sum, trade) => sum + trade.units * trade.price, 0n)
    const unrealized = open.reduce((sum, trade) => sum + unrealizedOf(account, markets, trade), 0n)
    return {
      units: amountText(units),
      ...(units === 0n
        ? {}
        : { averagePrice: engine.priceText(name, value / units), tradeIDs: open.map(({ id }) => id) }),
      pl: moneyText(isLong ? totals.long : totals.short),
      resettablePL: moneyText(isLong ? totals.long : totals.short),
      financing: moneyText(0n),
      guaranteedExecutionFees: moneyText(0n),
      unrealizedPL: moneyText(unrealized),
    }
  }
  const unrealized = trades.reduce((sum, trade) => sum + unrealizedOf(account, markets, trade), 0n)
  return {
    instrument: name,
    long: side(true),
    short: side(false),
    pl: moneyText(totals.pl),
    resettablePL: moneyText(totals.pl),
    financing: moneyText(totals.financing),
    commission: moneyText(totals.commission),
    guaranteedExecutionFees: moneyText(0n),
    unrealizedPL: moneyText(unrealized),
    marginUsed: moneyText(marginOf(account, markets, name)),
  }
}

function closePosition(engine: OandaEngine, { account, path, body }: OandaRequest): object {
  checkBody(CLOSE_POSITION, body ?? {})
  const sent = (body ?? {}) as Readonly<Record<string, unknown>>
  const instrument = path['instrument'] ?? ''
  account.beginBatch()
  const sides = (['long', 'short'] as const).map((side) => {
    const units = sent[`${side}Units`] as string | undefined
    const clientExtensions = sent[`${side}ClientExtensions`] as ClientExtensions | undefined
    const isOpen = account.openTrades(instrument).some((trade) => trade.units > 0n === (side === 'long'))
    // A side that is not named is closed if there is one.
    const wanted = units ?? (isOpen || sent['longUnits'] === sent['shortUnits'] ? 'ALL' : 'NONE')
    const isImplied = units === undefined && !isOpen && account.openTrades(instrument).length > 0
    const more = clientExtensions === undefined ? {} : { clientExtensions }
    const outcome = isImplied
      ? null
      : closeSide(engine, account, { instrument, isLong: side === 'long', units: wanted, ...more })
    return { side, outcome }
  })
  for (const { side, outcome } of sides)
    if (outcome?.reject !== undefined) refuse(account, `${side}OrderRejectTransaction`, outcome.reject)
  return {
    ...Object.assign({}, ...sides.map(({ side, outcome }) => outcomeJson(outcome ?? {}, `${side}Order`))),
    ...related(account),
  }
}

const PROTECTIONS: readonly (readonly [ProtectionName, 'takeProfit' | 'stopLoss' | 'trailingStopLoss'])[] = [
  ['TAKE_PROFIT', 'takeProfit'],
  ['STOP_LOSS', 'stopLoss'],
  ['TRAILING_STOP_LOSS', 'trailingStopLoss'],
]

type ChangedOrders = Partial<Record<(typeof PROTECTIONS)[number][1], ProtectionDetails | null>>

/** What is not named stays, null removes. */
function changeOrders(engine: OandaEngine, request: OandaRequest): object {
  const { account, body } = request
  checkBody(TRADE_ORDERS, body)
  const trade = tradeOf(request)
  const instrument = engine.markets.get(trade.instrument)?.instrument
  if (!isOpenTrade(trade) || instrument === undefined) throw notFound('trade')
  account.beginBatch()
  const wanted = PROTECTIONS.flatMap(([name, key]) => {
    const details = (body as ChangedOrders)[key]
    return details === undefined ? [] : [{ name, key, details }]
  })
  for (const { name, key, details } of wanted) {
    const wrong = details === null ? null : checkProtection({ instrument, now: engine.clock.now() }, name, details)
    if (wrong === null) continue
    const booked = { tradeID: trade.id, ...details, reason: 'CLIENT_ORDER', rejectReason: wrong }
    refuse(account, `${key}OrderRejectTransaction`, account.book(`${name}_ORDER_REJECT`, booked))
  }
  const changes = wanted.map(({ name, key, details }) => {
    const { replaced, create, fill, cancel } = changeProtection(engine, account, { trade, name, details })
    return {
      ...(replaced && { [`${key}OrderCancelTransaction`]: replaced }),
      ...(create && { [`${key}OrderTransaction`]: create }),
      ...(fill && { [`${key}OrderFillTransaction`]: fill }),
      ...(cancel && { [`${key}OrderCreatedCancelTransaction`]: cancel }),
    }
  })
  return { ...Object.assign({}, ...changes), ...related(account) }
}
