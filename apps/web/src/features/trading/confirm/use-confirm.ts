import {
  clearsLevel,
  type OrderDraft,
  readBracket,
  type ReadBracket,
  readLevelNumber,
  validateOrder,
} from '@tradeloom/domain/orders'
import { useRef, useState } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import {
  feedStatusOf,
  type FeedStatus,
  type MarketPrice,
  marketPrices,
  useFeed,
} from '../../../entities/prices/market-prices.ts'
import { useAccountEvents } from '../../../entities/accounts/account-events.ts'
import { confirmLevels } from '../entry/confirm-levels.ts'
import { confirmQuantity } from '../entry/confirm-quantity.ts'
import { closeConfirmation, type PendingTrade } from './confirm-state.ts'
import type { LevelKind } from '../../../entities/positions/level-input.tsx'
import { circumstances, levelMoney } from '../entry/order-circumstances.ts'
import { openPosition } from '../../../entities/orders/send-order.ts'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useConfirmQuantity } from './use-confirm-quantity.ts'
import { useSending } from '../entry/use-sending.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'
import { useTicketAccount } from '../entry/use-ticket-account.ts'

type Texts = Readonly<Record<LevelKind, string>>

const EMPTY: Texts = { stopLoss: '', takeProfit: '', trailingStop: '' }

/** A trade that waits for its confirmation: what is wrong with it, and how it is sent. */
export function useConfirm(pending: PendingTrade) {
  const { instrument, side } = pending
  const { quantity, keepQuantity, ...typed } = useConfirmQuantity(pending)
  // An order of which nothing is known keeps others off until it is.
  useAccountEvents()
  const status = useFeed(instrument.id)
  const price = useThrottledPrice(instrument.id)
  const { account, blocked } = useTicketAccount(instrument)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const [texts, setTexts] = useState(EMPTY)
  /** What was typed in fields that were cleared, although it was not zero. */
  const [unread, setUnread] = useState(EMPTY)
  const { send, failure, setFailure, isSending, isUnanswered } = useSending()
  const isBusy = useRef(false)

  /** The order at a price, with what is wrong with it. */
  const orderAt = (quote: MarketPrice | undefined, feed: FeedStatus) => {
    const money = levelMoney(instrument, account, conversion())
    const of = money === null ? null : { ...money, quantity }
    const bracket = { side, quote: quote ?? null, instrument, money: of }
    const { readings, levels, problems } = readBracket(texts, bracket, decimalSeparator())
    const draft: OrderDraft = { side, type: 'MARKET', quantity, limitPrice: null, stopPrice: null, ...levels }
    const known = circumstances({ instrument, account, price: quote, status: feed, conversion: conversion() })
    const closed = blocked === null ? null : { field: null, message: blocked }
    // Other texts are cleared instead.
    const unread = problems.find(({ isNumber }) => isNumber)
    return { readings, draft, known, problem: closed ?? unread ?? validateOrder(draft, known) }
  }
  const order = orderAt(price, status)

  const trade = async (): Promise<void> => {
    if (!(await confirmLevels(unread, order.readings))) return
    if (!(await confirmQuantity(instrument, quantity))) return
    const newest = marketPrices.get(instrument.id)
    const now = orderAt(newest, feedStatusOf(instrument.id))
    if (now.problem !== null || newest === undefined || account === null) {
      setFailure(now.problem?.message ?? 'No price')
      return
    }
    const request = { accountId: account.id, instrumentId: instrument.id, ...termsOf(now, newest) }
    if (await send((key, onSlow) => openPosition({ key, ...request }, onSlow))) {
      keepQuantity()
      closeConfirmation(pending.key)
    }
  }

  return {
    ...order,
    ...typed,
    account,
    texts,
    failure,
    isSending,
    unread,
    /** It may have been placed as it was sent: until that is known, it can only be sent again like that. */
    isLocked: isSending || isUnanswered,
    setText: (kind: LevelKind, text: string): void => {
      setTexts({ ...texts, [kind]: text })
      setUnread({ ...unread, [kind]: '' })
    },
    /** Clears a field that has no level. */
    leave: (kind: LevelKind): void => {
      const text = texts[kind].trim()
      if (text === '' || !clearsLevel(text, decimalSeparator())) return
      setTexts({ ...texts, [kind]: '' })
      setUnread({ ...unread, [kind]: readLevelNumber(text, decimalSeparator()) === 0 ? '' : text })
    },
    /** Questions may come first: meanwhile, another press asks none. */
    submit: (): void => {
      if (isBusy.current) return
      isBusy.current = true
      void trade().finally(() => {
        isBusy.current = false
      })
    },
  }
}

/** What is sent of an order, at the newest price. */
function termsOf({ draft, readings }: Order, { bid, ask }: MarketPrice) {
  const { side, quantity, stopLoss, takeProfit } = draft
  return {
    direction: side === 'BUY' ? 'LONG' : 'SHORT',
    quantity,
    stopLoss,
    takeProfit,
    trailingStop: readings.trailingStop?.price ?? null,
    price: side === 'BUY' ? ask : bid,
    options: { trailingStopDistance: readings.trailingStop?.distance ?? null },
  } as const
}

interface Order {
  readonly draft: OrderDraft
  readonly readings: ReadBracket['readings']
}
