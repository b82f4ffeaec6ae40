import type { TopicEvent } from '@tradeloom/contracts'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { askForPrice } from './ask-for-price.ts'
import { type LivePrice, PriceStore } from '../../realtime/price-store.ts'
import { socket, useSocketState } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

type PriceEvent = Extract<TopicEvent, { readonly event: 'price' }>['data']

export interface MarketPrice extends LivePrice {
  readonly sequence: number
  readonly isOpen: boolean
  readonly state: PriceEvent['state']
  /** When the market was last heard, by `performance.now()`. */
  readonly heardAt: number
}

/** The newest prices of instruments that somebody looks at, by instrument id. */
export const marketPrices = new PriceStore<MarketPrice>()

const SILENT: ReadonlySet<PriceEvent['state']> = new Set(['stale', 'backoff', 'connecting', 'idle'])
/** By then, a stream has usually sent a price; otherwise one is requested. */
const ASK_AFTER_MS = 3_000
/** The store lags behind by a frame. */
const newest = new Map<string, MarketPrice>()
const followers = new Map<string, { count: number; readonly stop: () => void }>()

/** Keeps the price of an instrument in `marketPrices`; returns how to end it. */
export function followPrice(instrumentId: string): () => void {
  const known = followers.get(instrumentId)
  if (known === undefined) {
    const unsubscribe = socket.subscribe(`price.${instrumentId}`, ({ event, data }) => {
      if (event === 'price') takePrice(data)
    })
    const timer = setTimeout(() => void requestPrice(instrumentId), ASK_AFTER_MS)
    const stop = (): void => {
      clearTimeout(timer)
      unsubscribe()
    }
    followers.set(instrumentId, { count: 1, stop })
  } else known.count += 1
  let isOver = false
  return () => {
    const follower = followers.get(instrumentId)
    if (isOver || follower === undefined) return
    isOver = true
    follower.count -= 1
    if (follower.count > 0) return
    follower.stop()
    followers.delete(instrumentId)
    newest.delete(instrumentId)
    marketPrices.delete(instrumentId)
  }
}

/** Usually the stream begins with a price. */
async function requestPrice(instrumentId: string): Promise<void> {
  const isMissing = (): boolean => followers.has(instrumentId) && !newest.has(instrumentId)
  if (!isMissing() || socket.state !== 'open') return
  const price = await askForPrice(instrumentId)
  if (price !== null && isMissing()) takePrice(price)
}

/** A snapshot replaces everything; of other prices, one from before the newest is logged and dropped. */
function takePrice({ instrumentId, ...price }: PriceEvent): void {
  const known = newest.get(instrumentId)
  if (price.isCached) marketPrices.delete(instrumentId)
  else if (known !== undefined && price.sequence < known.sequence) {
    // oxlint-disable-next-line no-console -- the specification wants it logged
    console.warn(`Dropped a price of ${instrumentId} that arrived out of sequence.`)
    return
  }
  const taken = { ...price, heardAt: heardAt(price, known) }
  newest.set(instrumentId, taken)
  marketPrices.set(instrumentId, taken)
}

/** The last price, unless only the stream's silence is reported; of a snapshot only its time is known. */
function heardAt(price: Omit<PriceEvent, 'instrumentId'>, known: MarketPrice | undefined): number {
  if (price.isCached) return performance.now() - Math.max(0, Date.now() - price.time)
  return known !== undefined && SILENT.has(price.state) ? known.heardAt : performance.now()
}

/**
 * `waiting`: no price that was received live, yet. `stale`: the stream is silent. Prices can be traded on while `live`.
 */
export type FeedStatus = 'loading' | 'waiting' | 'live' | 'closed' | 'stale' | 'refused' | 'disconnected'

function feedStatus(price: MarketPrice | undefined, isConnected: boolean): FeedStatus {
  if (!isConnected) return price === undefined ? 'loading' : 'disconnected'
  if (price === undefined) return 'loading'
  if (price.state === 'refused') return 'refused'
  if (!price.isOpen || price.state === 'closed') return 'closed'
  if (price.state === 'stale' || price.state === 'backoff') return 'stale'
  return price.isCached || SILENT.has(price.state) ? 'waiting' : 'live'
}

/** The status now, for who is about to trade on the price. */
export function feedStatusOf(instrumentId: string): FeedStatus {
  return feedStatus(marketPrices.get(instrumentId), socket.state === 'open')
}

/** Follows the price of an instrument while it is in view; renders only when the status changes. */
export function useFeed(instrumentId: string, isInView = true): FeedStatus {
  const isSeen = useIsSeen() && isInView
  useEffect(() => (isSeen ? followPrice(instrumentId) : undefined), [instrumentId, isSeen])
  const isConnected = useSocketState() === 'open'
  const subscribe = useCallback(
    (listener: () => void) => marketPrices.subscribe(instrumentId, listener),
    [instrumentId],
  )
  return useSyncExternalStore(subscribe, () => feedStatus(marketPrices.get(instrumentId), isConnected))
}
