import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a tick log as the process that reads venues does. */
export class LiveTicks {
  readonly #file: string
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string, instrumentId: string) {
    const folder = join(dataDir, 'market', '.live', encodeURIComponent(instrumentId))
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${new Date().toISOString().slice(0, 10)}.ticks`)
    if (existsSync(this.#file)) return
    const header = Buffer.alloc(24)
    header.write('TLTICKS1', 'latin1')
    writeFileSync(this.#file, header)
  }

  add(bid: number, spread = 0.0002, time = Date.now()): void {
    const row = Buffer.alloc(40)
    const ask = Math.round((bid + spread) * 1e5) / 1e5
    for (const [column, value] of [time, time, bid, ask, 0].entries()) row.writeDoubleLE(value, column * 8)
    appendFileSync(this.#file, row)
  }

  /** A price that stays fresh as long as a test lasts. */
  keep(bid: number): void {
    clearInterval(this.#timer)
    this.add(bid)
    this.#timer = setInterval(() => this.add(bid), 500)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
