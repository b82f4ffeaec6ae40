import type { MarketInstrument, TradingAccount } from '@tradeloom/contracts'
import { useEffect, useEffectEvent, useState } from 'react'
import { whileSeen } from '../../../realtime/while-seen.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { followPrice, marketPrices } from '../../../entities/prices/market-prices.ts'
import { QUANTITY_RULE } from '../../../entities/settings/quantity-rule.ts'
import { useSetting } from '../../../entities/settings/use-setting.ts'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { circumstances } from './order-circumstances.ts'
import { usualQuantityText } from './order-funds.ts'

/**
 * How much an order by hand is unless somebody says otherwise, from the first price on; then it stays, as a figure that
 * follows the market could not be read. Empty until then, and while the user's accounts are not known.
 */
export function useUsualQuantity(
  instrument: MarketInstrument,
  account: TradingAccount | null,
  conversion: () => number,
): string {
  const isSignedIn = Boolean(useUser())
  const [usual, setUsual] = useState({ key: '', text: '' })
  const isLoading = useAccounts() === undefined && isSignedIn
  const [rule] = useSetting(QUANTITY_RULE)
  const key = isLoading ? null : `${instrument.id} ${account?.id ?? ''} ${Object.values(rule).join(' ')}`
  const find = useEffectEvent((): void => {
    if (key === null) return
    const price = marketPrices.get(instrument.id)
    const known = circumstances({ instrument, account, price, status: 'live', conversion: conversion() })
    const text = usualQuantityText({ account, known }, rule)
    if (text !== null) setUsual({ key, text })
  })
  const isKnown = usual.key === key
  useEffect(() => {
    if (key === null || isKnown) return undefined
    // The price may be there already.
    const timer = setTimeout(find)
    const unfollow = whileSeen(() => followPrice(instrument.id))
    const ignore = marketPrices.subscribe(instrument.id, () => find())
    return () => {
      clearTimeout(timer)
      ignore()
      unfollow()
    }
  }, [key, isKnown, instrument.id])
  return isKnown ? usual.text : ''
}
