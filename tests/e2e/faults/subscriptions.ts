import { randomUUID } from 'node:crypto'
import type { Fault } from './fault.ts'

const SUBSCRIPTIONS = 60_000

/** One visitor's socket requests far more topics than any screen, and never reads the replies. */
export const SUBSCRIPTION_FLOOD: Fault = {
  name: 'subscriptions',
  title: `${SUBSCRIPTIONS} subscriptions of one visitor`,
  isRepeated: false,
  async strike({ url }) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error('A visitor could not open a socket')))
    })
    for (let sent = 0; sent < SUBSCRIPTIONS && socket.readyState === WebSocket.OPEN; sent++) {
      socket.send(JSON.stringify({ type: 'subscribe', topic: `backtest.${randomUUID()}` }))
      // The browser's socket buffers unsent data in memory: let it be sent.
      if (sent % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    }
    await quiet(url)
    socket.close()
    return []
  },
}

/** Waits until the server responds immediately ten times in a row. */
async function quiet(url: string): Promise<void> {
  const deadline = performance.now() + 120_000
  for (let quietRounds = 0; quietRounds < 10 && performance.now() < deadline;) {
    const since = performance.now()
    await fetch(`${url}/public-api/algorithms`).then((answer) => answer.arrayBuffer())
    quietRounds = performance.now() - since < 100 ? quietRounds + 1 : 0
  }
}
