import type { MarketInstrument, TradingAccount, TradingOrder, TradingPosition } from '@tradeloom/contracts'
import { roundToStep } from '@tradeloom/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceLevel } from '../../charts/price-chart/price-look.ts'
import { formatPlain } from '../../ui/format.ts'
import { formatSignedMoney } from '../instruments/format-money.ts'
import { useAccountEvents } from '../accounts/account-events.ts'
import { useAccounts } from '../accounts/accounts.ts'
import { openPositionsQuery, ordersQuery } from '../accounts/trading-queries.ts'
import { canChange } from '../orders/can-change.ts'
import { changeOrder, type OrderField } from '../orders/changed-order.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { dropLevel } from './drop-level.ts'
import { profitAt } from './live-cells.tsx'
import { useConversion } from './use-conversion.ts'

interface Market {
  readonly instrument: MarketInstrument
  /** In which money is stated, and what one of the quote currency is in it. */
  readonly currency: string
  readonly rate: number
  readonly accounts: readonly TradingAccount[] | undefined
}

/**
 * Entries, stops, targets and working orders of the user as lines. Those that a person can change are moved by dragging, see
 * `dropLevel`; where an order is dropped, its dialog opens with that price. Of a session, if one is named.
 */
export function useTradeLevels(instrument: MarketInstrument, sessionId?: string): readonly PriceLevel[] {
  useAccountEvents()
  const isSignedIn = Boolean(useUser())
  const positions = useQuery({ ...openPositionsQuery, enabled: isSignedIn }).data ?? []
  const orders = useQuery({ ...ordersQuery, enabled: isSignedIn }).data ?? []
  const accounts = useAccounts()
  const isShown = (one: TradingPosition | TradingOrder): boolean =>
    one.instrumentId === instrument.id && (sessionId === undefined || one.sessionId === sessionId)
  const held = positions.filter(isShown)
  const working = orders.filter((order) => isShown(order) && isWorking(order))
  const currency = accounts?.find(({ id }) => id === held[0]?.accountId)?.currency ?? instrument.quote
  const rate = useConversion(instrument.quote, currency)()
  const levels = [
    ...held.flatMap((position) => levelsOf(position, { instrument, currency, rate, accounts })),
    ...working.flatMap((order) => levelsOfOrder(order, instrument)),
  ]
  // Profits move every second, and lines do not: a chart draws those again that have changed.
  const [shown, setShown] = useState(levels)
  if (JSON.stringify(shown) === JSON.stringify(levels)) return shown
  setShown(levels)
  return levels
}

function levelsOf(position: TradingPosition, market: Market): PriceLevel[] {
  const { id, direction, openPrice, stopLoss, takeProfit, sessionId } = position
  const { instrument } = market
  const { quoteStep } = instrument
  const entry: PriceLevel = {
    price: openPrice,
    title: `${direction === 'LONG' ? 'Long' : 'Short'} ${formatPlain(position.quantity)}`,
    tone: 'neutral',
  }
  const level = (
    kind: 'stopLoss' | 'takeProfit',
    price: TradingPosition['stopLoss'],
    name: string,
    tone: PriceLevel['tone'],
  ): PriceLevel[] => {
    if (typeof price !== 'number') return []
    const titleAt = (at: number): string => `${name}${moneyAt(position, at, market)}`
    // Those of a session belong to its algorithm.
    const drag =
      sessionId === null
        ? {
            id: `${kind} ${id}`,
            titleAt,
            onDrop: (at: number) => void dropLevel(position, instrument, kind, roundToStep(at, quoteStep, 'nearest')),
          }
        : undefined
    return [{ price, title: titleAt(price), tone, ...(drag === undefined ? {} : { drag }) }]
  }
  return [entry, ...level('stopLoss', stopLoss, 'Stop', 'loss'), ...level('takeProfit', takeProfit, 'Target', 'gain')]
}

/** What the position would have made there; nothing where that is not known. */
function moneyAt(position: TradingPosition, price: number, { instrument, currency, rate, accounts }: Market): string {
  const isIn = accounts?.find(({ id }) => id === position.accountId)?.currency === currency
  if (!isIn || !Number.isFinite(rate) || instrument.contract === 'inverse') return ''
  return ` ${formatSignedMoney(profitAt(position, { bid: price, ask: price }, instrument, rate), currency)}`
}

function isWorking({ status, isProtective, isAtBroker }: TradingOrder): boolean {
  return isAtBroker && !isProtective && (status === 'NEW' || status === 'PARTIALLY_FILLED')
}

function levelsOfOrder(order: TradingOrder, { quoteStep }: MarketInstrument): PriceLevel[] {
  const { id, side, type, quantity, filledQuantity } = order
  const title = `${side} ${type} ${formatPlain(quantity - filledQuantity)}`
  return (['limitPrice', 'stopPrice'] as const satisfies readonly OrderField[]).flatMap((field): PriceLevel[] => {
    const price = order[field]
    if (price === null) return []
    const name = type === 'Stop Limit' ? `${title} ${field === 'limitPrice' ? '(limit)' : '(stop)'}` : title
    const drag = {
      id: `${field} ${id}`,
      titleAt: () => name,
      onDrop: (at: number) => changeOrder(id, field, roundToStep(at, quoteStep, 'nearest')),
    }
    return [{ price, title: name, tone: side === 'BUY' ? 'gain' : 'loss', ...(canChange(order) ? { drag } : {}) }]
  })
}
