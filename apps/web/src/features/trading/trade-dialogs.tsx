import type { ReactElement } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useConfirmTrade } from './confirm-state.ts'

const ConfirmTrade = lazyPart(async () => (await import('./confirm-trade.tsx')).ConfirmTrade)

/** Where trades are confirmed, for every page with prices to trade on. */
export function TradeDialogs(): ReactElement {
  const isOpen = useConfirmTrade(({ trade }) => trade !== null)
  return <ConfirmTrade isOpen={isOpen} />
}
