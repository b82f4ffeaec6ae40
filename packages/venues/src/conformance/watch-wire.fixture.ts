import { setImmediate as turn } from 'node:timers/promises'
import type { LabClock } from '@tradeloom/venue-lab'
import type { Fetch } from '../wire/venue-requests.ts'
import { openSocket, type OpenSocket } from '../wire/venue-socket.ts'

/** What a command of a socket and its answer have in common; undefined for messages that are neither. */
type KeyOf = (message: Readonly<Record<string, unknown>>) => unknown

/** Requests, handshakes and commands that were not answered yet. */
export function watchWire(keyOf: KeyOf = ({ id }) => id): { openSocket: OpenSocket; fetch: Fetch; isBusy(): boolean } {
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
          if (state.commands.size > 0) state.commands.delete(keyOf(read(text)))
          handlers.message(text)
        },
        lost: () => {
          sockets.delete(state)
          handlers.lost()
        },
      })
      return {
        send: (text) => {
          state.commands.add(keyOf(read(text)))
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

/** Garbage answers nothing. */
function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** A dead connection never answers. */
const MAX_ROUNDS = 60

/** Until both sides have taken in everything that is due. */
export async function settle(
  lab: { readonly clock: LabClock; readonly sockets: { delivered(): Promise<void> } },
  wire: { isBusy(): boolean },
): Promise<void> {
  let rounds = 0
  do {
    lab.clock.advanceTo(lab.clock.now())
    await turn()
    await lab.sockets.delivered()
  } while (wire.isBusy() && ++rounds < MAX_ROUNDS)
}

/** Uniform in [0, 1), the same numbers each time. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
