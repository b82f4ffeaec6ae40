import type { TopicEvent } from '@tradeloom/contracts'
import { useEffect } from 'react'
import { KeyedStore, useKey } from '../../realtime/keyed-store.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

type MarketTicker = Extract<TopicEvent, { readonly event: 'ticker' }>['data']

const tickers = new KeyedStore<MarketTicker>()

/** The last 24 hours of an instrument, once a second, while it is in view; undefined until they are known. */
export function useMarketTicker(instrumentId: string): MarketTicker | undefined {
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return undefined
    return socket.subscribe(`ticker.${instrumentId}`, ({ event, data }) => {
      if (event === 'ticker') tickers.set(data.instrumentId, data)
    })
  }, [instrumentId, isSeen])
  return useKey(tickers, instrumentId)
}
