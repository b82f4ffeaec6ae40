import type { ArbitrageList, ArbitragePair, SubscribedTopic } from '@tradeloom/contracts'
import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { KeyedStore, useKey } from '../../realtime/keyed-store.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

/** Venues confirm their prices once a second; a quarter of one is for the way. */
const OLD_MS = 1_250
const AGE_EVERY_MS = 250

interface HeardList {
  readonly list: ArbitrageList
  /** By `performance.now()`. */
  readonly at: number
}

const lists = new KeyedStore<HeardList>()

/** Both ways of two markets, or all that several venues trade, while the page is in view; undefined until it is known. */
export function useArbitrage(topic: SubscribedTopic<'arbitrage' | 'arbitrage.{id}'> | null): HeardList | undefined {
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen || topic === null) return undefined
    return socket.subscribe(topic, ({ event, data }) => {
      if (event === 'arbitrage') lists.set(topic, { list: data, at: performance.now() })
    })
  }, [topic, isSeen])
  return useKey(lists, topic ?? '')
}

/** How old a pair is now: what its venues had said when it was sent, and the time since then. */
export function useAge(
  at: number | undefined,
): (pair: ArbitragePair) => { readonly ms: number; readonly isOld: boolean } {
  const [now, setNow] = useState(() => performance.now())
  useInterval(() => setNow(performance.now()), AGE_EVERY_MS, { autoInvoke: true })
  return ({ age }) => {
    const ms = age + Math.max(0, Math.max(now, at ?? 0) - (at ?? now))
    return { ms, isOld: ms > OLD_MS }
  }
}
