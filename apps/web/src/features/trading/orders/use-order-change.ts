import type { MarketInstrument, TradingAccount, TradingOrder } from '@tradeloom/contracts'
import {
  executesAtOnce,
  NOT_ENOUGH_MARGIN,
  orderChangeProblem,
  type OrderDraft,
  type OrderProblem,
  readNumber,
  readQuantity,
  restMargin,
} from '@tradeloom/domain/orders'
import { useEffect, useRef, useState } from 'react'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../ui/format.ts'
import { closeChange, type OrderField } from '../../../entities/orders/changed-order.ts'
import { sendOrderChange } from '../../../entities/orders/send-order.ts'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import {
  feedStatusOf,
  type FeedStatus,
  type MarketPrice,
  marketPrices,
  useFeed,
} from '../../../entities/prices/market-prices.ts'
import { circumstances } from '../entry/order-circumstances.ts'
import { quantityText } from '../entry/order-funds.ts'
import { useSending } from '../entry/use-sending.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'

/** How long a change may take once the server has it. */
const PATIENCE_MS = 10_000
const NOT_MADE = 'The change has not been made yet. The log of the broker says why'

const TYPES = { Limit: 'LIMIT', Stop: 'STOP', 'Stop Limit': 'STOP_LIMIT' } as const

type Texts = Readonly<Record<OrderField, string>>
type Changes = { readonly [Field in OrderField]?: number }

interface ChangedMarket {
  readonly instrument: MarketInstrument
  readonly account: TradingAccount | undefined
  readonly first: { readonly field: OrderField; readonly value: number | null }
}

/** The terms that a working order is to have: what was typed, what is wrong with it, and how it is sent. */
export function useOrderChange(order: TradingOrder, { instrument, account, first }: ChangedMarket) {
  const status = useFeed(instrument.id)
  const price = useThrottledPrice(instrument.id)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const fields = fieldsOf(order)
  // What the order had when the dialog was opened: only what was typed since is sent.
  const [before] = useState(() => textsOf(order, instrument))
  const [texts, setTexts] = useState<Texts>(() => ({
    ...before,
    ...(first.value === null ? {} : { [first.field]: textOf(first.field, first.value, instrument) }),
  }))
  const { send, failure, setFailure, isSending, isUnanswered } = useSending()
  const isBusy = useRef(false)
  /** Sent and accepted: the venue may still refuse it, so it counts once the order has it. */
  const [awaited, setAwaited] = useState<Changes | null>(null)
  const isMade = awaited !== null && fields.every((field) => (awaited[field] ?? order[field]) === order[field])
  useEffect(() => {
    if (isMade) closeChange()
  }, [isMade])
  useEffect(() => {
    if (awaited === null) return
    const timer = setTimeout(() => {
      setAwaited(null)
      setFailure(NOT_MADE)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [awaited, setFailure])

  const at = (quote: MarketPrice | undefined, feed: FeedStatus) => {
    const known = circumstances({
      instrument,
      account: account ?? null,
      price: quote,
      status: feed,
      conversion: conversion(),
    })
    const changed = fields.filter((field) => texts[field].trim() !== before[field])
    const changes: Changes = Object.fromEntries(changed.map((field) => [field, read(field, texts[field], instrument)]))
    const filled = order.filledQuantity
    const was = { draft: draftOf(order), filled }
    const next = { draft: { ...was.draft, ...changes }, filled }
    const marginOf = (one: typeof was): number | null =>
      known.account === null ||
      known.instrument === null ||
      known.price === null ||
      (known.isSpot && order.side === 'SELL')
        ? null
        : restMargin(one, { ...known.account, instrument: known.instrument, quote: known.price })
    const margin = { before: marginOf(was), after: marginOf(next) }
    const problem: OrderProblem | null =
      changed.length === 0 ? null : (orderChangeProblem(next, known) ?? marginProblem(margin, known))
    const isAtOnce = changed.length > 0 && problem === null && quote !== undefined && executesAtOnce(next.draft, quote)
    return { changes, draft: next.draft, margin, problem, isAtOnce, isChanged: changed.length > 0 }
  }
  const now = at(price, status)

  const submit = async (): Promise<void> => {
    if (!(await isMeant(order, now))) return
    const newest = at(marketPrices.get(instrument.id), feedStatusOf(instrument.id))
    if (newest.problem !== null) return setFailure(newest.problem.message)
    // The market has come to its price while one was asked.
    if (newest.isAtOnce && !now.isAtOnce && !(await isMeant(order, newest))) return
    const request = { orderId: order.id, ...newest.changes }
    if (await send((key, onSlow) => sendOrderChange({ key, ...request }, onSlow))) setAwaited(newest.changes)
  }

  return {
    ...now,
    fields,
    texts,
    price,
    failure,
    isSending: isSending || awaited !== null,
    isLocked: isSending || isUnanswered || awaited !== null,
    setText: (field: OrderField, text: string): void => setTexts({ ...texts, [field]: text }),
    /** Questions may come first: meanwhile, another press asks none. */
    submit: (): void => {
      if (isBusy.current) return
      isBusy.current = true
      void submit().finally(() => {
        isBusy.current = false
      })
    },
  }
}

/** Asks before what trades at once, or risks more than before. */
async function isMeant(
  { quantity, side, symbol }: TradingOrder,
  { draft, isAtOnce }: { readonly draft: OrderDraft; readonly isAtOnce: boolean },
): Promise<boolean> {
  const done = side === 'BUY' ? 'buys' : 'sells'
  const reasons = [
    isAtOnce && `At this price the order ${done} ${symbol} at once.`,
    draft.quantity > quantity &&
      `The order becomes larger: ${formatPlain(draft.quantity)} instead of ${formatPlain(quantity)}.`,
  ].filter((reason) => reason !== false)
  if (reasons.length === 0) return true
  return askToConfirm({ title: 'Change order', text: reasons.join(' '), confirm: 'Change order', cancel: 'Back' })
}

function marginProblem(
  { before, after }: { readonly before: number | null; readonly after: number | null },
  { account, isSpot }: ReturnType<typeof circumstances>,
): OrderProblem | null {
  if (before === null || after === null || account === null || !(after > before)) return null
  // At a venue, what the order has tied up is free for its next form.
  return after <= account.available + (isSpot === true ? before : 0)
    ? null
    : { field: 'quantity', message: NOT_ENOUGH_MARGIN }
}

function fieldsOf({ type }: TradingOrder): readonly OrderField[] {
  if (type === 'Stop Limit') return ['quantity', 'stopPrice', 'limitPrice']
  return ['quantity', type === 'Stop' ? 'stopPrice' : 'limitPrice']
}

/** Its levels are the server's to check: lists do not have those of an order that has opened no position. */
function draftOf({ type, side, quantity, limitPrice, stopPrice }: TradingOrder): OrderDraft {
  const kind = type in TYPES ? TYPES[type as keyof typeof TYPES] : 'MARKET'
  return { type: kind, side, quantity, limitPrice, stopPrice, stopLoss: null, takeProfit: null, trailingStop: null }
}

function read(field: OrderField, text: string, instrument: MarketInstrument): number {
  return field === 'quantity'
    ? readQuantity(text.trim(), instrument, decimalSeparator())
    : readNumber(text, decimalSeparator())
}

/** As they would be typed. */
function textsOf(order: TradingOrder, instrument: MarketInstrument): Texts {
  const text = (field: OrderField): string => {
    const value = order[field]
    return value === null ? '' : textOf(field, value, instrument)
  }
  return { quantity: text('quantity'), limitPrice: text('limitPrice'), stopPrice: text('stopPrice') }
}

function textOf(field: OrderField, value: number, instrument: MarketInstrument): string {
  return field === 'quantity' ? quantityText(value, instrument) : value.toFixed(instrument.precision)
}
