import type { ArbitragePair } from '@tradeloom/contracts'
import { create } from 'zustand'

type Sides = Pick<ArbitragePair, 'sellId' | 'buyId'>

/** The pair that was pressed in the top list: panels without a choice of their own show it. */
export const useChosenPair = create<{ readonly pair: Sides | null }>()(() => ({ pair: null }))

export function choosePair({ sellId, buyId }: Sides): void {
  useChosenPair.setState({ pair: { sellId, buyId } })
}
