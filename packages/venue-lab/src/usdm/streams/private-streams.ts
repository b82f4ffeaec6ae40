import type { Endpoint } from '../../sockets/socket-server.ts'
import type { UsdmSocket } from '../../faults/fault.ts'
import type { FuturesAccount } from '../trading/futures-account.ts'

const MESSAGES_PER_SECOND = 10

/** Events of the account whose listen key is in the path: `/private/ws/<listenKey>`. */
export function privateEndpoint(accounts: () => readonly FuturesAccount[]): Endpoint<UsdmSocket> {
  return {
    kind: 'private',
    messagesPerSecond: MESSAGES_PER_SECOND,
    owns: (path) => path.startsWith('/private/ws/'),
    accept: (url, socket) => {
      const key = url.pathname.split('/').at(-1)
      const account = accounts().find(({ listenKey }) => listenKey === key)
      // A key that does not count is accepted as well, and hears nothing.
      const stop = account?.listen((name, event) => socket.send(name, JSON.stringify(event)))
      const message = (text: string): void => {
        if (account) socket.send('response', JSON.stringify({ result: [key], id: idOf(text) }))
      }
      return { message, left: () => stop?.() }
    },
  }
}

function idOf(text: string): unknown {
  return (JSON.parse(text) as { readonly id?: unknown }).id ?? null
}
