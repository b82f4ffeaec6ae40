import type { ArbitragePair } from '@tradeloom/contracts'
import { create } from 'zustand'

type Sides = Pick<ArbitragePair, 'sellId' | 'buyId'>

/** What the dialog shows: two markets to trade, or what was traded before. A new key is another ticket. */
export type ShownAttempt = { readonly key: number } & (
  | { readonly sides: Sides; readonly id: null }
  | { readonly sides: null; readonly id: string }
)

export const useShownAttempt = create<{ readonly shown: ShownAttempt | null }>()(() => ({ shown: null }))

let keys = 0

/** Opens the ticket of two markets. */
export function openAttempt({ sellId, buyId }: Sides): void {
  keys += 1
  useShownAttempt.setState({ shown: { key: keys, sides: { sellId, buyId }, id: null } })
}

export function showAttempt(id: string): void {
  keys += 1
  useShownAttempt.setState({ shown: { key: keys, sides: null, id } })
}

export function closeAttempt(): void {
  useShownAttempt.setState({ shown: null })
}
