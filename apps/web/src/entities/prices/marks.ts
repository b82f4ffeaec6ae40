import type { TopicEvent } from '@tradeloom/contracts'
import { useEffect } from 'react'
import { KeyedStore, useKey } from '../../realtime/keyed-store.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

type Mark = Extract<TopicEvent, { readonly event: 'mark' }>['data']

const marks = new KeyedStore<Mark>()

/** Mark price and funding of a perpetual, once a second, while it is in view; undefined until they are known. */
export function useMark(instrumentId: string): Mark | undefined {
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return undefined
    return socket.subscribe(`mark.${instrumentId}`, ({ event, data }) => {
      if (event === 'mark') marks.set(data.instrumentId, data)
    })
  }, [instrumentId, isSeen])
  return useKey(marks, instrumentId)
}
