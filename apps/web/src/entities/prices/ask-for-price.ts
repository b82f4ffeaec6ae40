import { type LivePriceEvent, socketRequests } from '@tradeloom/contracts'
import { ask } from '../../realtime/ask.ts'
import { ConnectionLost } from '../../realtime/socket-client.ts'

/** Asks for a price that the stream has not sent; if there is none in time, once for the newest that is known. Null if there is none. */
export async function askForPrice(instrumentId: string): Promise<LivePriceEvent | null> {
  for (const request of [socketRequests.requestPriceSnapshot, socketRequests.requestCachedPrice]) {
    try {
      return await ask(request, { instrumentId })
    } catch (error) {
      // The page says so itself, and asks for everything again once it is connected.
      if (error instanceof ConnectionLost) return null
      // oxlint-disable-next-line no-console -- for who looks why there is no price; the tile says that there is none
      console.warn(`${instrumentId}: ${(error as Error).message}`)
    }
  }
  return null
}
