import { useSyncExternalStore } from 'react'
import { socket } from './socket.ts'

let wasOpen = false
/** UTC milliseconds. */
let lostAt: number | null = null

function update(): void {
  if (socket.state === 'open') [wasOpen, lostAt] = [true, null]
  // A page that is still connecting has lost nothing.
  else if (wasOpen) lostAt ??= socket.lastMessageAt
}

function subscribe(listener: () => void): () => void {
  update()
  return socket.onState(() => {
    update()
    listener()
  })
}

/** When the server was last heard, UTC milliseconds; null while there is a connection to it. */
export function useLostSince(): number | null {
  return useSyncExternalStore(subscribe, () => lostAt)
}
