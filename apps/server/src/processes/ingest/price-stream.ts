import type { IngestEvent } from '@tradeloom/contracts'
import type { FeedState } from '@tradeloom/domain'
import { minuteOf } from '@tradeloom/market-data/candles'
import { isHeartbeat, TICK_FLAGS, TickReader, type TickRow, TickWriter } from '@tradeloom/market-data/ticks'
import type { DropReason, FeedMessage, Lease, MarketFeed, QuoteMessage, VenueClock } from '@tradeloom/venues'
import { CandleMaker } from './candle-maker.ts'
import { dropReason, SpikeWatch } from './judge-quote.ts'

/** Prices are passed on that often; the log has all of them. */
const PRICE_MS = 50
const HEARTBEAT_MS = 1_000
/** A heartbeat right after a price says nothing. */
const SINCE_PRICE_MS = 500
const FLUSH_MS = 1_000
/** Dropped quotes are reported that often. */
const REPORT_MS = 10_000
/** A stream that is not live is silent if nothing has come for that long. */
const SILENT_MS = 10_000

export interface PriceStreamOptions {
  readonly feed: MarketFeed
  readonly clock: VenueClock
  readonly instrumentId: string
  readonly marketDir: string
  readonly candlesFrom: number
  readonly emit: (event: IngestEvent) => void
}

/** Logs the prices of one instrument, and passes on the newest one. */
export class PriceStream {
  readonly #options: PriceStreamOptions
  readonly #log: TickWriter
  readonly #candles: CandleMaker
  readonly #spikes = new SpikeWatch()
  readonly #dropped = new Map<DropReason, number>()
  #lease: Lease | null = null
  #state: FeedState = 'idle'
  #isOpen = true
  /** Prices may be missing between the newest row and the next one. */
  #hasGap: boolean
  #beatAt = -Infinity
  #toldAt = -Infinity
  #isTelling = false
  #isRinging = false
  #isEnded = false
  #heardAt: number | null = null
  readonly #openedAt: number

  constructor(options: PriceStreamOptions) {
    this.#options = options
    this.#openedAt = options.clock.now()
    const { feed, clock, instrumentId, marketDir, candlesFrom, emit } = options
    this.#log = new TickWriter(marketDir, instrumentId)
    this.#hasGap = this.#log.newest !== null
    this.#candles = new CandleMaker({
      feed,
      clock,
      instrumentId,
      marketDir,
      from: candlesFrom,
      emit: (candle) => emit({ kind: 'candle', candle }),
      filled: () => emit({ kind: 'candles-filled', instrumentId }),
      failed: (error) => emit({ kind: 'failed', instrumentId, message: String(error) }),
    })
    void this.#begin()
    this.#flushOn()
    this.#reportOn()
  }

  /** When the venue last said something. */
  get heardAt(): number | null {
    return this.#heardAt
  }

  get condition(): 'live' | 'connecting' | 'silent' {
    if (this.#state === 'live' || this.#state === 'quiet') return 'live'
    const isSilent = this.#options.clock.now() - (this.#heardAt ?? this.#openedAt) >= SILENT_MS
    return isSilent ? 'silent' : 'connecting'
  }

  close(): void {
    this.#isEnded = true
    this.#lease?.release()
    this.#candles.end()
    this.#log.close()
  }

  async #begin(): Promise<void> {
    const { feed, clock, instrumentId, marketDir } = this.#options
    const reader = new TickReader(marketDir)
    const since = await reader.sequenceAt(instrumentId, minuteOf(clock.now()))
    const rows = await reader.read(instrumentId, since, this.#log.next - since)
    if (this.#isEnded) return
    this.#candles.resume(rows.filter((row) => !isHeartbeat(row)))
    this.#lease = feed.open('quote', instrumentId, {
      message: (message) => this.#take(message),
      state: (state) => this.#enter(state),
      dropped: (reason) => this.#drop(reason),
    })
  }

  #take(message: FeedMessage): void {
    if (this.#isEnded) return
    this.#heardAt = this.#options.clock.now()
    if (message.kind === 'quote') this.#quote(message)
    else if (message.kind === 'heartbeat') this.#heartbeat(message.time, message.isOpen)
  }

  #quote({ time, bid, ask, isOpen, isAfterGap }: QuoteMessage): void {
    const newest = this.#log.newest
    const reason = dropReason({ time, bid, ask }, this.#log.lastPrice)
    this.#isOpen = isOpen
    if (reason === 'duplicate' && !isAfterGap) {
      // The newest price is still the newest: nothing is missing.
      this.#hasGap = false
      return this.#tell()
    }
    if (reason !== null) return this.#drop(reason)
    const isGap = (this.#hasGap || isAfterGap) && newest !== null
    this.#hasGap = false
    if (isGap) {
      this.#spikes.forget()
      this.#candles.gap(newest.time)
    }
    const flags =
      (isGap ? TICK_FLAGS.gap : 0) | this.#spikes.flagOf({ time, bid, ask }) | (isOpen ? 0 : TICK_FLAGS.closed)
    const row = this.#append({ time, bid, ask, flags })
    this.#candles.price(row)
    this.#tell()
  }

  /** Rows of heartbeats repeat the price, so that the newest row tells price and age. */
  #heartbeat(time: number, isOpen: boolean): void {
    this.#isOpen = isOpen
    const newest = this.#log.newest
    if (newest === null) return
    if (time - this.#beatAt >= HEARTBEAT_MS && time - newest.time >= SINCE_PRICE_MS) {
      this.#beatAt = time
      const { bid, ask } = newest
      this.#append({ time, bid, ask, flags: TICK_FLAGS.heartbeat | (isOpen ? 0 : TICK_FLAGS.closed) })
    }
    this.#tell()
  }

  #append(row: Omit<TickRow, 'sequence' | 'receivedAt'>): TickRow {
    const appended = this.#log.append({ ...row, receivedAt: this.#options.clock.now() })
    this.#ring()
    return appended
  }

  /** Once for all rows that arrive together. */
  #ring(): void {
    if (this.#isRinging) return
    this.#isRinging = true
    queueMicrotask(() => {
      this.#isRinging = false
      const { emit, instrumentId } = this.#options
      emit({ kind: 'tick', instrumentId, sequence: this.#log.next - 1 })
    })
  }

  #enter(state: FeedState): void {
    if (this.#isEnded) return
    this.#state = state
    this.#tell()
  }

  /** The newest price at once, and then at most one each 50 ms. */
  #tell(): void {
    const { clock } = this.#options
    if (this.#isTelling) return
    const now = clock.now()
    if (now - this.#toldAt >= PRICE_MS) return this.#tellNow(now)
    this.#isTelling = true
    clock.at(this.#toldAt + PRICE_MS, () => {
      this.#isTelling = false
      if (!this.#isEnded) this.#tellNow(clock.now())
    })
  }

  #tellNow(now: number): void {
    const newest = this.#log.newest
    if (newest === null) return
    this.#toldAt = now
    const { instrumentId, emit } = this.#options
    const { flags: _, ...row } = newest
    emit({ kind: 'price', price: { instrumentId, ...row, isOpen: this.#isOpen, state: this.#state } })
  }

  #drop(reason: DropReason): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
  }

  #flushOn(): void {
    const { clock } = this.#options
    clock.at(clock.now() + FLUSH_MS, () => {
      if (this.#isEnded) return
      this.#log.flush()
      this.#flushOn()
    })
  }

  #reportOn(): void {
    const { clock, emit, instrumentId } = this.#options
    clock.at(clock.now() + REPORT_MS, () => {
      if (this.#isEnded) return
      if (this.#dropped.size > 0) emit({ kind: 'dropped', instrumentId, counts: Object.fromEntries(this.#dropped) })
      this.#dropped.clear()
      this.#reportOn()
    })
  }
}
