import { setImmediate as turn } from 'node:timers/promises'
import type { BinanceLab, UsdmLab } from '@tradeloom/venue-lab'
import type { Fetch } from '../../wire/venue-requests.ts'
import { openSocket, type OpenSocket } from '../../wire/venue-socket.ts'

/** Requests, handshakes and commands that were not answered yet. */
export function watchWire(): { openSocket: OpenSocket; fetch: Fetch; isBusy(): boolean } {
  let requests = 0
  const sockets = new Set<{ isOpen: boolean; commands: Set<unknown> }>()
  return {
    isBusy: () => requests > 0 || [...sockets].some(({ isOpen, commands }) => !isOpen || commands.size > 0),
    fetch: async (...request) => {
      requests += 1
      try {
        const response = await fetch(...request)
        const text = await response.text()
        // The reader goes on in later turns.
        setImmediate(() => (requests -= 1))
        return new Response(text, response)
      } catch (error) {
        requests -= 1
        throw error
      }
    },
    openSocket: (url, handlers) => {
      const state = { isOpen: false, commands: new Set<unknown>() }
      sockets.add(state)
      const socket = openSocket(url, {
        opened: () => {
          state.isOpen = true
          handlers.opened()
        },
        message: (text) => {
          if (state.commands.size > 0) state.commands.delete((JSON.parse(text) as { id?: unknown }).id)
          handlers.message(text)
        },
        lost: () => {
          sockets.delete(state)
          handlers.lost()
        },
      })
      return {
        send: (text) => {
          state.commands.add((JSON.parse(text) as { id: unknown }).id)
          socket.send(text)
        },
        close: () => {
          sockets.delete(state)
          socket.close()
        },
      }
    },
  }
}

/** A dead connection never answers. */
const MAX_ROUNDS = 60

/** Until both sides have taken in everything that is due. */
export async function settle(
  lab: Pick<BinanceLab | UsdmLab, 'clock' | 'sockets'>,
  wire: { isBusy(): boolean },
): Promise<void> {
  let rounds = 0
  do {
    lab.clock.advanceTo(lab.clock.now())
    await turn()
    await lab.sockets.delivered()
  } while (wire.isBusy() && ++rounds < MAX_ROUNDS)
}
