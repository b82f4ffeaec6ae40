import type { LiveCandle } from '@tradeloom/contracts'
import {
  barAt,
  extendMinute,
  MINUTE,
  type MinuteBar,
  minuteOf,
  MinuteReader,
  MinuteWriter,
} from '@tradeloom/market-data/candles'
import type { TickRow } from '@tradeloom/market-data/ticks'
import type { MarketFeed, VenueClock } from '@tradeloom/venues'

/** A minute closes that long after its end, so that prices which arrive late still belong to it. */
const MIN_GRACE_MS = 150
const MAX_GRACE_MS = 2_000
const KEPT_DELAYS = 200
const RETRY_MS = 5_000
/** Candles that are forming are passed on that often. */
const FORMING_MS = 500
/** The last stored minutes are fetched again: they may have been stored before they were repaired. */
const AGAIN_MS = 3 * MINUTE

export interface CandleMakerOptions {
  readonly feed: MarketFeed
  readonly clock: VenueClock
  readonly instrumentId: string
  readonly marketDir: string
  /** Minutes from here to the first logged one are the venue's. */
  readonly from: number
  readonly emit: (candle: LiveCandle) => void
  /** Called once all minutes before the stream are there. */
  readonly filled: () => void
  readonly failed: (error: unknown) => void
}

/** Minutes of one instrument: made of logged prices, and fetched from the venue where prices are missing. */
export class CandleMaker {
  readonly #options: CandleMakerOptions
  readonly #writer: MinuteWriter
  /** The minute that is forming, and the one before it. */
  #bar: MinuteBar | null = null
  #closed: MinuteBar | null = null
  /** Prices of this minute are missing. */
  #partial: number
  #isComplete = false
  #isEnded = false
  #formingAt = -Infinity
  readonly #delays: number[] = []
  #cancel = (): void => {}

  constructor(options: CandleMakerOptions) {
    this.#options = options
    this.#writer = new MinuteWriter(options.marketDir, options.instrumentId)
    this.#partial = minuteOf(options.clock.now())
    void this.#complete()
  }

  /** Logged rows of the minute in which this begins. */
  resume(rows: readonly TickRow[]): void {
    for (const row of rows) this.#bar = extendMinute(this.#bar, row)
    if (this.#bar) this.#closeLater(this.#bar)
  }

  price(row: TickRow): void {
    this.#delays.push(row.receivedAt - row.time)
    if (this.#delays.length > KEPT_DELAYS) this.#delays.shift()
    const minute = minuteOf(row.time)
    if (this.#closed?.time === minute) return this.#revise(row)
    if (this.#bar && this.#bar.time < minute) this.#close(this.#bar)
    const isNew = this.#bar === null
    this.#bar = extendMinute(this.#bar, row)
    if (isNew) this.#closeLater(this.#bar)
    const now = this.#options.clock.now()
    if (now - this.#formingAt < FORMING_MS) return
    this.#formingAt = now
    this.#tell(this.#bar, false)
  }

  /** Prices before now are missing. */
  gap(since: number): void {
    this.#partial = minuteOf(this.#options.clock.now())
    if (this.#isComplete && minuteOf(since) < this.#partial) void this.#repair(minuteOf(since), this.#partial)
  }

  end(): void {
    this.#isEnded = true
    this.#cancel()
    this.#writer.close()
  }

  /** A minute that was told stays as it was told, but the stored one is corrected. */
  #revise(row: TickRow): void {
    this.#closed = extendMinute(this.#closed, row)
    if (this.#isComplete) this.#writer.put(this.#closed)
    this.#tell(this.#closed, true)
  }

  #closeLater(bar: MinuteBar): void {
    this.#cancel()
    this.#cancel = this.#options.clock.at(bar.time + MINUTE + this.#grace(), () => {
      if (this.#bar?.time === bar.time) this.#close(this.#bar)
    })
  }

  #close(bar: MinuteBar): void {
    this.#bar = null
    this.#closed = bar
    // Before all minutes in front of it are there, it would hide that they are missing.
    if (this.#isComplete) this.#writer.put(bar)
    this.#tell(bar, true)
    if (bar.time === this.#partial && this.#isComplete) void this.#repair(bar.time, bar.time + MINUTE)
  }

  #grace(): number {
    const sorted = this.#delays.toSorted((a, b) => a - b)
    const late = (sorted[Math.floor(sorted.length * 0.99)] ?? 0) + 50
    return Math.min(MAX_GRACE_MS, Math.max(MIN_GRACE_MS, late))
  }

  #tell({ time, volume, ...bar }: MinuteBar, isFinal: boolean): void {
    const { instrumentId, emit } = this.#options
    const bid = { open: bar.bidOpen, high: bar.bidHigh, low: bar.bidLow, close: bar.bidClose }
    const ask = { open: bar.askOpen, high: bar.askHigh, low: bar.askLow, close: bar.askClose }
    emit({ instrumentId, time, bid, ask, volume, isFinal })
  }

  /** Fetches all minutes before the one that is forming, until there are none left. */
  async #complete(): Promise<void> {
    const { marketDir, instrumentId, from, clock, filled } = this.#options
    try {
      const newest = await new MinuteReader(marketDir).newest(instrumentId)
      let next = newest === null ? from : Math.max(from, newest - AGAIN_MS)
      while (!this.#isEnded && next < minuteOf(clock.now())) {
        const to = minuteOf(clock.now())
        await this.#fetch(next, to)
        next = to
      }
      this.#isComplete = true
      if (!this.#isEnded) filled()
    } catch (error) {
      this.#retry(error, () => this.#complete())
    }
  }

  async #repair(from: number, to: number): Promise<void> {
    try {
      await this.#fetch(from, to)
    } catch (error) {
      this.#retry(error, () => this.#repair(from, to))
    }
  }

  async #fetch(from: number, to: number): Promise<void> {
    const { feed, instrumentId } = this.#options
    for await (const page of feed.candles(instrumentId, from, to)) {
      if (this.#isEnded) return
      this.#writer.putAll(page)
      if (this.#isComplete) for (let row = 0; row < page.time.length; row++) this.#tell(barAt(page, row), true)
    }
  }

  #retry(error: unknown, again: () => Promise<void>): void {
    if (this.#isEnded) return
    const { clock, failed } = this.#options
    failed(error)
    clock.at(clock.now() + RETRY_MS, () => void (this.#isEnded || again()))
  }
}
