import { CHANNELS, livePrice, type LivePriceEvent, TIME_OUTS } from '@tradeloom/contracts'
import { ConnectionLost, RequestTimeout } from '../../realtime/socket-client.ts'
import { socket } from '../../realtime/socket.ts'

const SNAPSHOT = 'request-price-snapshot'
const CACHED = 'request-cached-price'

/** Asks for a price that the stream has not sent; if there is none in time, once for the newest that is known. Null if there is none. */
export async function askForPrice(instrumentId: string): Promise<LivePriceEvent | null> {
  for (const name of [SNAPSHOT, CACHED] as const) {
    const { ms, text } = TIME_OUTS[name]
    try {
      return livePrice.parse(await socket.request(CHANNELS.brokers, name, { instrumentId }, ms))
    } catch (error) {
      // The page says so itself, and asks for everything again once it is connected.
      if (error instanceof ConnectionLost) return null
      const reason = error instanceof RequestTimeout ? text : String((error as Error).message)
      // oxlint-disable-next-line no-console -- for who looks why there is no price; the tile says that there is none
      console.warn(`${instrumentId}: ${reason}`)
    }
  }
  return null
}
