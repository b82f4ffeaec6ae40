import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { accountFor, useAccounts } from '../../../entities/accounts/accounts.ts'
import { circumstances } from '../entry/order-circumstances.ts'
import { AT_MARKET } from '../entry/order-funds.ts'
import { QuantityShares } from '../entry/quantity-shares.tsx'
import { useConversion } from '../../../entities/positions/use-conversion.ts'
import { useThrottledPrice } from '../entry/use-throttled-price.ts'

interface TileSharesProps {
  readonly instrument: MarketInstrument
  readonly onQuantity: (text: string) => void
}

/** What a part of the available margin buys at the market. */
export function TileShares({ instrument, onQuantity }: TileSharesProps): ReactElement {
  const account = accountFor(useAccounts(), instrument)
  const price = useThrottledPrice(instrument.id)
  const conversion = useConversion(instrument.quote, account?.currency ?? instrument.quote)
  const known = circumstances({ instrument, account, price, status: 'live', conversion: conversion() })
  return <QuantityShares instrument={instrument} draft={BUY} account={account} known={known} onQuantity={onQuantity} />
}

const BUY = { ...AT_MARKET, side: 'BUY', quantity: NaN } as const
