import type { OpenSocket, SocketHandlers } from './venue-socket.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface VirtualConnection {
  readonly at: number
  readonly sent: { readonly at: number; readonly text: string }[]
  readonly handlers: SocketHandlers
  isOpen: boolean
}

/** Connections that open at once, and that the test holds in its hands. */
export function virtualSockets(clock: VirtualClock): { connections: VirtualConnection[]; openSocket: OpenSocket } {
  const connections: VirtualConnection[] = []
  const openSocket: OpenSocket = (_url, handlers) => {
    const connection: VirtualConnection = { at: clock.now(), sent: [], handlers, isOpen: true }
    connections.push(connection)
    clock.at(clock.now(), () => handlers.opened())
    return {
      send: (text) => void connection.sent.push({ at: clock.now(), text }),
      close: () => void (connection.isOpen = false),
    }
  }
  return { connections, openSocket }
}
