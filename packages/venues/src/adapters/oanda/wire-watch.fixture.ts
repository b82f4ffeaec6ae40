import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { OandaLab } from '@tradeloom/venue-lab'
import { lineSocket } from '../../wire/line-socket.ts'
import type { Fetch } from '../../wire/venue-requests.ts'
import type { OpenSocket } from '../../wire/venue-socket.ts'

export interface WireWatch {
  readonly fetch: Fetch
  readonly open: (headers: Readonly<Record<string, string>>) => OpenSocket
  isBusy(): boolean
  /** Lines that have arrived, of all streams ever. */
  received: number
}

/** Requests and streams that were not answered yet, and lines that have arrived. */
export function watchWire(): WireWatch {
  let requests = 0
  const opening = new Set<object>()
  const watched: Fetch = async (...request) => {
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
  }
  const watch: WireWatch = {
    fetch: watched,
    received: 0,
    isBusy: () => requests > 0 || opening.size > 0,
    open: (headers) => (url, handlers) => {
      const socket = {}
      opening.add(socket)
      return lineSocket(headers)(url, {
        opened: () => {
          opening.delete(socket)
          handlers.opened()
        },
        message: (text) => {
          watch.received += 1
          handlers.message(text)
        },
        lost: () => {
          opening.delete(socket)
          handlers.lost()
        },
      })
    },
  }
  return watch
}

/** Of lines of a stream that was lost nobody hears. */
const MAX_ROUNDS = 60
const QUICK_ROUNDS = 30

/** Until both sides have taken in everything that is due. */
export async function settle(lab: OandaLab, wire: WireWatch): Promise<void> {
  for (let rounds = 0; ; rounds += 1) {
    lab.clock.advanceTo(lab.clock.now())
    await (rounds < QUICK_ROUNDS ? turn() : pause(1))
    await turn()
    if (!wire.isBusy() && wire.received >= lab.lines.sent) return
    if (rounds < MAX_ROUNDS || wire.isBusy()) {
      if (rounds < 10 * MAX_ROUNDS) continue
    }
    wire.received = lab.lines.sent
    return
  }
}
