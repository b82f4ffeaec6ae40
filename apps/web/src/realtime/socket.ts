import { SOCKET_PATH, type SubscribedTopic } from '@tradeloom/contracts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { SocketClient, type SocketLike, type SocketState, type TopicListener } from './socket-client.ts'

function openSocket(): SocketLike {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(`${scheme}//${location.host}${SOCKET_PATH}`)
}

/** The page's one connection. */
export const socket = new SocketClient({ open: openSocket })

export function useSocketState(): SocketState {
  return useSyncExternalStore(onSocketState, readSocketState)
}

const onSocketState = (listener: () => void): (() => void) => socket.onState(listener)
const readSocketState = (): SocketState => socket.state

/** Subscribes to a topic while the component is mounted; null subscribes to nothing. */
export function useTopic(topic: SubscribedTopic | null, listener: TopicListener): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => {
    if (topic === null) return undefined
    return socket.subscribe(topic, (event) => onEvent(event))
  }, [topic])
}
