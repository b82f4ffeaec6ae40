import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'

interface PickedPrice {
  readonly instrumentId: string
  readonly price: number
}

const usePicked = create<{ readonly picked: PickedPrice | null }>()(() => ({ picked: null }))

/** A price for the next ticket of the instrument: the one that is there, or that opens now. */
export function pickPrice(picked: PickedPrice): void {
  usePicked.setState({ picked })
}

/** Calls back with the price that was picked for an instrument, once. */
export function usePickedPrice(instrumentId: string, onPick: (price: number) => void): void {
  const picked = usePicked((state) => state.picked)
  const take = useEffectEvent((price: number) => {
    usePicked.setState({ picked: null })
    onPick(price)
  })
  useEffect(() => {
    if (picked?.instrumentId === instrumentId) take(picked.price)
  }, [picked, instrumentId])
}
