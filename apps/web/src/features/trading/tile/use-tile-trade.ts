import type { MarketInstrument } from '@tradeloom/contracts'
import { type Side } from '@tradeloom/domain'
import { NOT_ENOUGH_MARGIN, quantityProblem, readQuantity, validateOrder } from '@tradeloom/domain/orders'
import { useRef } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { decimalSeparator } from '../../../ui/decimal-separator.ts'
import { formatPlain } from '../../../ui/format.ts'
import { toastError, toastInfo } from '../../../ui/toast.ts'
import { requireLogin } from '../../../entities/user/login.ts'
import { type FeedStatus, marketPrices } from '../../../entities/prices/market-prices.ts'
import { openingText } from '../../../entities/prices/opening-text.ts'
import { accountFor, missingAccount, useAccounts } from '../../../entities/accounts/accounts.ts'
import { confirmQuantity } from '../entry/confirm-quantity.ts'
import { confirmTrade, isConfirming } from '../confirm/confirm-state.ts'
import { useDoubleClickTrading } from './double-click.ts'
import { circumstances, toListed } from '../entry/order-circumstances.ts'
import { AT_MARKET, quantityOfShare } from '../entry/order-funds.ts'
import { openPosition } from '../../../entities/orders/send-order.ts'
import { newTicketKey } from '../../../entities/orders/ticket-key.ts'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useUsualQuantity } from '../entry/use-usual-quantity.ts'

/** Of several clicks within this time the first one counts. */
export const CLICK_BUFFER_MS = 1_000
/** A second click until then makes it a double click. */
const HINT_AFTER_MS = 350
const STOPPED = 'TRADE STOPPED AT CLIENT<br />'

export interface TileTrade {
  /** The quantity as it is typed, or what is usual; empty while that is not known. */
  readonly text: string
  /** What is wrong with the quantity; null if nothing is. */
  readonly problem: string | null
  /** `isKey`: a key pressed the button, and keys know no double click. */
  readonly onClick: (side: Side, isKey: boolean) => void
  readonly onDoubleClick: (side: Side) => void
}

/** What clicks on the prices of a tile do: ask for confirmation, or trade at once on a double click. */
export function useTileTrade(instrument: MarketInstrument, typed: string | null, status: FeedStatus): TileTrade {
  const [isDoubleClick] = useDoubleClickTrading()
  const accounts = useAccounts()
  const account = accountFor(accounts, instrument)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const blockedUntil = useRef(0)
  const hint = useRef<ReturnType<typeof setTimeout>>(undefined)
  const usual = useUsualQuantity(instrument, account, conversion)
  const text = typed ?? usual
  const quantity = readQuantity(text, instrument, decimalSeparator())
  const problem = typed === null && usual === '' ? null : quantityProblem(quantity, toListed(instrument))

  /** False if the order cannot be sent; says why. */
  const isReady = async (): Promise<boolean> => {
    if (!(await requireLogin('Please log in to trade'))) return false
    const reason = status === 'closed' ? closedText(instrument) : feedProblem(status)
    const stopped = reason ?? problem ?? (text === '' ? (missingAccount(accounts, instrument) ?? 'No price') : null)
    if (stopped !== null) toastError(STOPPED + stopped, 'trade-stopped')
    return stopped === null
  }

  const ask = async (side: Side): Promise<void> => {
    // The second click of two is no other trade; the next click after a trade is, however soon it follows.
    if (isConfirming()) return
    if ((await isReady()) && !isConfirming()) confirmTrade({ instrument, side, quantity })
  }

  const tradeNow = async (side: Side): Promise<void> => {
    const now = performance.now()
    if (now < blockedUntil.current) return
    blockedUntil.current = now + CLICK_BUFFER_MS
    if (!(await isReady())) return
    if (account === null) {
      toastError(STOPPED + (missingAccount(accounts, instrument) ?? ''), 'trade-stopped')
      return
    }
    if (!(await confirmQuantity(instrument, quantity))) return
    const price = marketPrices.get(instrument.id)
    const draft = { ...AT_MARKET, side, quantity }
    const known = circumstances({ instrument, account, price, status, conversion: conversion() })
    const wrong = validateOrder(draft, known)
    if (wrong !== null || price === undefined) {
      const largest = wrong?.message === NOT_ENOUGH_MARGIN ? quantityOfShare(1, draft, { account, known }) : null
      const hint = largest ? `<br />The largest possible is ${formatPlain(largest)}` : ''
      toastError(STOPPED + (wrong?.message ?? 'No price') + hint, 'trade-stopped')
      return
    }
    try {
      await openPosition({
        key: newTicketKey(),
        accountId: account.id,
        instrumentId: instrument.id,
        direction: side === 'BUY' ? 'LONG' : 'SHORT',
        quantity,
        price: side === 'BUY' ? price.ask : price.bid,
      })
    } catch (error) {
      toastError(errorText(error))
    }
  }

  return {
    text,
    problem,
    onClick: (side, isKey) => {
      clearTimeout(hint.current)
      if (!isDoubleClick || isKey) void ask(side)
      else hint.current = setTimeout(() => toastInfo('Double click to trade', 'double-click'), HINT_AFTER_MS)
    },
    onDoubleClick: (side) => {
      clearTimeout(hint.current)
      if (isDoubleClick) void tradeNow(side)
    },
  }
}

function closedText(instrument: MarketInstrument): string {
  const opening = openingText(instrument, Date.now())
  return `Trading ${instrument.displaySymbol} is closed${opening === null ? '' : `<br />${opening}`}`
}

function feedProblem(status: FeedStatus): string | null {
  if (status === 'live') return null
  if (status === 'loading' || status === 'waiting') return 'No price'
  return status === 'disconnected' ? 'Unable to connect to server' : 'No fresh price'
}
