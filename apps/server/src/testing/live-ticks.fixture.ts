import { join } from 'node:path'
import { TickWriter } from '@tradeloom/market-data/ticks'

/** Logs prices as the process that reads venues does. */
export class LiveTicks {
  readonly #writer: TickWriter
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string, instrumentId: string) {
    this.#writer = new TickWriter(join(dataDir, 'market'), instrumentId)
  }

  add(bid: number, spread = 0.0002, time = Date.now(), flags = 0): void {
    const ask = Math.round((bid + spread) * 1e5) / 1e5
    this.#writer.append({ time, receivedAt: time, bid, ask, flags })
  }

  /** A price that stays fresh as long as a test lasts. */
  keep(bid: number): void {
    clearInterval(this.#timer)
    this.add(bid)
    this.#timer = setInterval(() => this.add(bid), 500)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#writer.close()
  }
}
