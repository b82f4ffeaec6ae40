import { CHANNELS, type OpenPositionRequest } from '@tradeloom/contracts'
import { RequestTimeout } from '../../realtime/socket-client.ts'
import { socket } from '../../realtime/socket.ts'

/** Names this program among those that trade through the platform. */
const TAG = 'tradeloom-web'
const WAIT_MS = 8_000

/** Sends an order once: repeated with the same key it is placed once, too. @throws {Error} with a text for the trader. */
export async function openPosition(order: Omit<OpenPositionRequest, 'tag'>): Promise<void> {
  await answered(() => socket.request(CHANNELS.brokers, 'open-position', { ...order, tag: TAG }, WAIT_MS))
}

/** Closes a position, all of it. @throws {Error} with a text for the trader. */
export async function closePosition(positionId: string, key: string): Promise<void> {
  await answered(() => socket.request(CHANNELS.brokers, 'close-position', { positionId, key }, WAIT_MS))
}

async function answered(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof RequestTimeout)) throw error
    throw new Error('The server has not answered yet. Try again: the same order is never placed twice', {
      cause: error,
    })
  }
}
