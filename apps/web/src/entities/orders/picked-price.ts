import type { Side } from '@tradeloom/domain'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

/** What a ticket is to be of; what is left out, it keeps. */
export interface PickedOrder {
  readonly side?: Side
  /** Without it, a price makes an order at market a limit order. */
  readonly type?: 'LIMIT' | 'STOP'
  readonly price?: number
  /** The quantity is typed next. */
  readonly hasFocus?: boolean
}

interface Picked extends PickedOrder {
  readonly instrumentId: string
}

const usePicked = create<{ readonly picked: Picked | null }>()(() => ({ picked: null }))

/** For the next ticket of the instrument: the one that is there, or that opens now. */
export function pickPrice(picked: Picked): void {
  usePicked.setState({ picked })
}

/** Calls back with what was picked for an instrument, once. */
export function usePickedPrice(instrumentId: string, onPick: (order: PickedOrder) => void): void {
  const picked = usePicked((state) => state.picked)
  const take = useEffectEvent((order: PickedOrder) => {
    usePicked.setState({ picked: null })
    onPick(order)
  })
  useEffect(() => {
    if (picked?.instrumentId === instrumentId) take(picked)
  }, [picked, instrumentId])
}
