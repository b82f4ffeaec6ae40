import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { type OrderType, type Side } from '@tradeloom/domain'
import { type OrderDraft, type OrderProblem, orderProblems, readNumber, waitingPrice } from '@tradeloom/domain/orders'
import { useRef } from 'react'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { currentUser, requireLogin } from '../../../entities/user/login.ts'
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
import { circumstances, levelMoney } from '../entry/order-circumstances.ts'
import { nearestType, readTicket, type TicketField, type TicketTexts } from './read-ticket.ts'
import type { PickedOrder } from '../../../entities/orders/picked-price.ts'
import { placeOrder } from '../../../entities/orders/send-order.ts'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useSending } from '../entry/use-sending.ts'
import { useFirstQuantity } from './use-first-quantity.ts'
import { useLink } from './use-link.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'
import { useTicketAccount } from '../entry/use-ticket-account.ts'
import { useTicketFields } from './use-ticket-fields.ts'
import { CLICK_BUFFER_MS } from '../tile/use-tile-trade.ts'

interface TicketChoice {
  readonly type: OrderType
  readonly onType: (type: OrderType) => void
  /** At first. */
  readonly side: Side
}

/** An order as it is typed, what is wrong with it, and how it is sent: checked again with the newest price. */
export function useTicket(instrument: MarketInstrument, { type: wanted, onType, side: firstSide }: TicketChoice) {
  const type = nearestType(wanted, instrument)
  useAccountEvents()
  const status = useFeed(instrument.id)
  const price = useThrottledPrice(instrument.id)
  const { account, accounts, setAccount, blocked } = useTicketAccount(instrument)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const [quantity, keep] = useFirstQuantity(instrument, account, conversion)
  const { send, forget, ...sending } = useSending()
  const unitPrice = unitPriceOf(type, price)
  const { lotSize } = instrument
  const fields = useTicketFields({ side: firstSide, quantity, lotSize, unitPrice, onChange: forget })
  const { side, texts, touched } = fields
  const busyUntil = useRef(0)
  const link = useLink(type, forget)
  const requestOf = (draft: OrderDraft, key: string) =>
    toRequest(draft, instrument, account, { key, linkedTo: link.linkedTo })

  const orderAt = (quote: MarketPrice | undefined, feed: FeedStatus) => {
    const read = readTicket({ side, type, texts }, quote, instrument, levelMoney(instrument, account, conversion()))
    const known = circumstances({ instrument, account, price: quote, status: feed, conversion: conversion() })
    const all = [...(blocked === null ? [] : [{ field: null, message: blocked }]), ...read.problems]
    return { ...read, known, problems: [...all, ...orderProblems(read.draft, known)] }
  }
  const order = orderAt(price, status)
  /** What is shown follows the market a moment later. */
  const newest = () => orderAt(marketPrices.get(instrument.id), feedStatusOf(instrument.id))

  /** `time`: of the event. */
  const submit = async (time: number): Promise<void> => {
    if (sending.isSending || time < busyUntil.current) return
    busyUntil.current = time + CLICK_BUFFER_MS
    const wasSignedIn = currentUser() !== null
    // Who has just logged in has not seen yet which account this would trade on.
    if (!(await requireLogin('Please log in to trade')) || !wasSignedIn) return
    const wasRight = order.problems.length === 0
    if (wasRight && !((await isMeant(instrument, order, fields.unread)) && (await sending.confirmAnother())))
      return void (busyUntil.current = 0)
    const now = newest()
    const [problem] = now.problems
    if (problem !== undefined) {
      // Nothing was sent, so the next press is no second one.
      busyUntil.current = 0
      fields.touchAll(type)
      // What was right until now has been made wrong by the market.
      if (wasRight) sending.setFailure(problem.message)
    } else if (await send((key, onSlow) => placeOrder(requestOf(now.draft, key), onSlow))) {
      fields.untouch()
      link.setLinkedTo(null)
      keep(texts.quantity)
      toastSuccess('Order submitted successfully')
    } else busyUntil.current = 0
  }

  const setType = (next: OrderType): void => {
    forget()
    fields.startAnew()
    onType(next)
  }

  return {
    ...order,
    ...fields,
    type,
    account,
    accounts,
    price,
    ...sending,
    submit,
    ...shownProblems(order.problems, touched),
    ...link,
    setAccount: (id: string): void => {
      link.setLinkedTo(null)
      setAccount(id)
    },
    setType,
    newest: () => newest().known,
    /** What the order is worth in the quote currency; NaN while that is not known, and for contracts of a fixed worth. */
    worth: instrument.contract === 'inverse' ? Number.NaN : order.draft.quantity * unitPrice(side, texts),
    /** What was picked elsewhere. Orders at market have no price, so with one the type changes. */
    pick: ({ side: wanted, type: wantedType, price: picked }: PickedOrder): void => {
      if (wanted !== undefined) fields.setSide(wanted)
      if (picked === undefined) return
      const next = wantedType ?? (type === 'MARKET' ? 'LIMIT' : type)
      if (next !== type) setType(next)
      fields.setText(next === 'STOP' ? 'stopPrice' : 'limitPrice', picked.toFixed(instrument.precision))
    },
  }
}

function shownProblems(problems: readonly OrderProblem[], touched: ReadonlySet<TicketField>) {
  const messageOf = (field: OrderProblem['field']): string | null =>
    problems.find((one) => one.field === field)?.message ?? null
  return {
    /** Why it cannot be sent although nothing in it is wrong. */
    general: messageOf(null),
    problemOf: (field: TicketField): string | null => (touched.has(field) ? messageOf(field) : null),
  }
}

/** Asks where an order looks like a mistake. */
async function isMeant(
  instrument: MarketInstrument,
  { draft, readings }: ReturnType<typeof readTicket>,
  unread: Parameters<typeof confirmLevels>[0],
): Promise<boolean> {
  return (await confirmLevels(unread, readings)) && (await confirmQuantity(instrument, draft.quantity))
}

/** What one unit costs as an order stands, at the price at which it waits if it does; NaN while that is not known. */
function unitPriceOf(type: OrderType, price: MarketPrice | undefined) {
  return (side: Side, prices: Pick<TicketTexts, 'limitPrice' | 'stopPrice'>): number => {
    const numberOf = (text: string): number => readNumber(text, decimalSeparator())
    const [limitPrice, stopPrice] = [numberOf(prices.limitPrice), numberOf(prices.stopPrice)]
    const waiting = waitingPrice({ type, limitPrice, stopPrice })
    return waiting ?? (side === 'BUY' ? price?.ask : price?.bid) ?? Number.NaN
  }
}

export type Ticket = ReturnType<typeof useTicket>

function toRequest(
  draft: OrderDraft,
  { broker, symbol }: MarketInstrument,
  account: TradingAccount | null,
  named: { readonly key: string; readonly linkedTo: string | null },
) {
  return { ...draft, ...named, broker, symbol, ...(account === null ? {} : { accountId: account.id }) }
}
