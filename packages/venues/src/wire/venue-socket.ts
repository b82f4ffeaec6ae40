import { WebSocket } from 'ws'

export interface SocketHandlers {
  opened(): void
  message(text: string): void
  /** Once, whatever ended it; also if it never opened. */
  lost(): void
}

export interface VenueSocket {
  send(text: string): void
  /** Without waiting for the other side. No handler is called any more. */
  close(): void
}

export type OpenSocket = (url: string, handlers: SocketHandlers) => VenueSocket

const HANDSHAKE_MS = 10_000
/** The largest message of a venue is its list of books, of some hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024 - 1

/** A WebSocket that answers pings and gives up on messages that no venue sends. */
export const openSocket: OpenSocket = (url, handlers) => {
  const socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_MS, maxPayload: MAX_BYTES })
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    handlers.lost()
  }
  socket.on('open', () => isOver || handlers.opened())
  socket.on('message', (data: Buffer) => isOver || handlers.message(data.toString()))
  socket.on('close', end)
  // `close` follows.
  socket.on('error', () => {})
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      isOver = true
      socket.terminate()
    },
  }
}
