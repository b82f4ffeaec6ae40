import type { PositionRow } from '@tradeloom/database'
import { writtenQuantity } from '@tradeloom/domain'
import type { SessionRecords, SessionSpec } from '@tradeloom/engine'
import { isPrice, type TickReader, type TickRow } from '@tradeloom/market-data/ticks'
import type { SessionHost } from '@tradeloom/sandbox'
import { SessionFailed } from './session-answers.ts'
import { firstPrices, liveMinutes, logGoesOn } from './await-market.ts'
import { PendingChange } from './pending-change.ts'
import { installedEngine, replayedOn } from './session-engine.ts'
import { ScriptFeed } from './script-feed.ts'
import { SessionIntents } from './session-intents.ts'
import type { SessionOrders } from './session-orders.ts'
import { SessionRates } from './session-rates.ts'
import type { TakenSession } from './session-row.ts'
import { knownInput, type SessionSeries } from './session-series.ts'
import type { SessionScript } from './session-script.ts'
import type { SessionLine } from './session-record-rows.ts'
import type { SessionStore } from './session-store.ts'
import { engineOf, type EventInput, type PlacedInput, type StartInput, type StoredInput } from './stored-input.ts'
import type { VenueNews } from './venue-news.ts'
import { warmUpBars, type WarmUpSource } from '../../trading-core/prices/warm-up-bars.ts'
import { barInputs, missingHistory, packBars, unpackBars } from './session-history.ts'

const MINUTE_MS = 60_000
/** Rows that were received longer ago are caught up with. */
const LATE_MS = 1_000
/** A minute without a price ends this long after its end. */
const GRACE_MS = 2_000
const ROWS_LIVE = 64
const ROWS_BEHIND = 512
const ROWS_OF_REPLAY = 4_096
const CATCHING_UP = 'Prices that were missed are caught up with'

export interface SessionRunParts {
  readonly row: TakenSession
  readonly script: SessionScript | null
  readonly store: SessionStore
  readonly news: VenueNews
  /** Empty at first. */
  readonly orders: SessionOrders
  readonly ticks: Pick<TickReader, 'read' | 'sequenceAt' | 'last'>
  readonly history: WarmUpSource
  readonly series: SessionSeries
  readonly host: Pick<SessionHost, 'start' | 'bundle' | 'keep'>
  /** Of this installation, see `clientId`. */
  readonly installation: string
  readonly now: () => number
}

/**
 * One session while this process runs it. Its inputs have one order: rows of the tick log by their numbers, and stored
 * inputs after the row that they name. What its script orders is committed together with the inputs that led to it.
 */
export class SessionRun {
  readonly #parts: SessionRunParts
  readonly #orders: SessionOrders
  readonly #feed: ScriptFeed
  #start = 0
  readonly #intents: SessionIntents
  readonly #rates: SessionRates
  #minute = 0
  readonly #pending: PendingChange

  constructor(parts: SessionRunParts) {
    this.#parts = parts
    this.#orders = parts.orders
    this.#pending = new PendingChange(parts.now)
    this.#intents = new SessionIntents({ ...parts, pending: this.#pending })
    this.#feed = new ScriptFeed({ ...parts, intents: this.#intents, pending: this.#pending })
    const { conversions } = parts.row.spec as SessionSpec
    this.#rates = new SessionRates(
      parts.ticks,
      conversions.map(({ id }) => id),
    )
  }

  get pid(): number | undefined {
    return this.#feed.pid
  }

  get rowNo(): number {
    return this.#feed.rowNo
  }

  /** Starts the script, and brings it to where it was. */
  async open(): Promise<void> {
    const { row, store } = this.#parts
    const stored = await store.inputs()
    const begun = stored.findLastIndex(({ input }) => input.kind === 'START')
    this.#pending.startAt(row.inputCount)
    if (begun < 0) return this.#begin(row.spec as SessionSpec)
    if (row.resume === 'stop') throw new SessionFailed('It was interrupted, and stops then', 'Stopped')
    if (row.resume === 'fresh') {
      return this.#begin({ ...(row.spec as SessionSpec), start: this.#parts.now() }, true)
    }
    await this.#replay(stored[begun] as PlacedInput, stored.slice(begun + 1))
  }

  async #begin(given: SessionSpec, isAgain = false): Promise<void> {
    const { row, ticks, history, store, news } = this.#parts
    const { instrumentId } = row
    // What came before the log goes on is history: then no minute is missing in between.
    const start = row.isLockStep ? given.start : await logGoesOn(ticks, instrumentId, given.start)
    const spec = { ...given, start }
    const engine = await installedEngine(this.#parts.host)
    const { warmup } = await this.#feed.open(spec, engine)
    if (warmup.length > 0) await liveMinutes(history.live, instrumentId, spec.start)
    const bars = await warmUpBars(history, instrumentId, warmup, spec.start)
    const firstRow = await ticks.sequenceAt(instrumentId, minuteOf(spec.start))
    const knownSince = bars?.time[0] ?? spec.start
    const known = await this.#parts.series.begin(knownSince)
    if (isAgain) await this.#cancelOrders()
    const { open, ...newsStart } = await store.takeOver()
    news.startAt(newsStart)
    const started: StartInput = {
      kind: 'START',
      start,
      firstRow,
      intentBase: this.#intents.no,
      earlierTrades: newsStart.tradeIds,
      journalN: newsStart.journalN,
      warmup: bars?.time.length ?? 0,
      ...(known.length > 0 && { known, knownSince }),
    }
    const { seq } = this.#pending
    this.#feed.startAt(firstRow)
    this.#start = start
    this.#place(started)
    this.#place(engine)
    this.#pending.line('info', isAgain ? 'Started fresh after an interruption' : 'Started')
    const missing = missingHistory(warmup, bars, spec.instrument)
    if (missing !== null) this.#pending.line('warning', missing)
    for (const values of known) await this.#feed.history(knownInput(values, true))
    if (bars) for (const input of barInputs(instrumentId, bars)) await this.#feed.history(input)
    this.#feed.clock.advance(bars?.time.at(-1) ?? 0)
    await firstPrices(ticks, spec.conversions)
    await this.#tellRates()
    await this.#adopt(open)
    const warmUp = bars ? { seq, time: spec.start, bytes: packBars(bars) } : null
    await store.commit({ ...this.#change(), warmUp })
    this.#pending.committed(this.#feed.rowNo)
  }

  async #cancelOrders(): Promise<void> {
    for (const { id, kind, state } of await this.#parts.store.intents(0)) {
      if (kind !== 'PLACE' || (state !== 'WORKING' && state !== 'PARTIAL')) continue
      this.#intents.cancel(id, this.#feed.decidedAt)
    }
  }

  async #adopt(open: readonly PositionRow[]): Promise<void> {
    for (const { id, instrumentId, direction, quantity, openPrice: price } of open) {
      const time = this.#feed.clock.advance(this.#start)
      const source = `adopted ${id}`
      const event = { kind: 'ADJUST', time, tradeId: source, instrumentId, direction, quantity, price } as const
      await this.#tell({ kind: 'EVENT', source, event, isAttached: false, positionId: id })
    }
  }

  async #replay({ seq, input }: PlacedInput, later: readonly PlacedInput[]): Promise<void> {
    const { row, store, news, now } = this.#parts
    const {
      start,
      firstRow,
      intentBase,
      earlierTrades,
      journalN = 0,
      warmup,
      known = [],
      knownSince = 0,
    } = input as StartInput
    const began = now()
    news.startAt({ tradeIds: earlierTrades, journalN })
    this.#intents.replay(await store.intents(intentBase))
    this.#feed.startAt(firstRow)
    this.#start = start
    const engine = engineOf(later)
    await this.#feed.open({ ...(row.spec as SessionSpec), start }, engine)
    const told = later.flatMap(({ input: one }) => (one.kind === 'KNOWN' ? [one] : []))
    this.#parts.series.resume(knownSince, [...known, ...told])
    for (const values of known) await this.#feed.history(knownInput(values, true))
    if (warmup > 0) {
      const bars = unpackBars(await store.warmUp(seq))
      for (const block of barInputs(row.instrumentId, bars)) await this.#feed.history(block)
      this.#feed.clock.advance(bars.time.at(-1) ?? 0)
    }
    const last = row.rowNo ?? firstRow - 1
    let attached: EventInput[] = []
    for (const { afterRow, input: one } of later) {
      attached = await this.#replayRows(afterRow, attached)
      if (one.kind === 'EVENT' && one.isAttached) attached.push(one)
      else await this.#feed.give(one)
    }
    await this.#replayRows(last, attached)
    this.#intents.endReplay()
    this.#pending.dropRecords()
    const rows = this.#feed.rowNo - firstRow + 1
    const how = `${rows} prices were replayed in ${now() - began} ms${replayedOn(engine, this.#parts)}`
    this.#pending.line('warning', `Continues after an interruption: ${how}`)
    // It began before engines were kept, and does on this one what it did.
    if (engine === null) this.#place(await installedEngine(this.#parts.host))
  }

  async #replayRows(to: number, attached: readonly EventInput[]): Promise<EventInput[]> {
    const { row, ticks } = this.#parts
    let waiting = [...attached]
    while (this.#feed.rowNo < to) {
      // Attached events are told with the next price alone.
      const max = waiting.length > 0 ? 1 : Math.min(ROWS_OF_REPLAY, to - this.#feed.rowNo)
      const rows = await ticks.read(row.instrumentId, this.#feed.rowNo + 1, max)
      if (rows[0]?.sequence !== this.#feed.rowNo + 1)
        throw new SessionFailed(`The tick log lacks row ${this.#feed.rowNo + 1}, which the session has seen`)
      if (await this.#feed.takeRows(rows, waiting)) waiting = []
    }
    return waiting
  }

  /** One round. True if there was something to do. */
  async step(looksForNews: boolean): Promise<boolean> {
    const { row, ticks } = this.#parts
    if (looksForNews) await this.#parts.store.check()
    const rows = await ticks.read(
      row.instrumentId,
      this.#feed.rowNo + 1,
      this.#feed.refused === null ? ROWS_LIVE : ROWS_BEHIND,
    )
    if (row.isLockStep) return this.#lockStep(rows)
    const [first] = rows
    if (!first) await this.#endQuietMinute()
    else await this.#takeLive(rows, first)
    await this.#control(rows.length < ROWS_LIVE ? null : this.#feed.refused)
    // After the prices, which are what the venue has met.
    if (looksForNews) await this.#tellNews()
    await this.#tellKnown()
    await this.#tellRates()
    await this.#flush(false)
    return first !== undefined
  }

  async #takeLive(rows: readonly TickRow[], first: TickRow): Promise<void> {
    const isLate = this.#parts.now() - first.receivedAt > LATE_MS && first.time >= this.#start
    if (isLate) await this.#control(CATCHING_UP)
    if (this.#feed.refused !== null) {
      await this.#feed.takeRows(rows)
      await this.#flush(true)
      return
    }
    for (const one of rows) {
      await this.#feed.takeRows([one])
      if (this.#pending.hasIntents) await this.#flush(true)
    }
  }

  /** Each row waits until the venue has met it, too: then orders are filled as in a backtest. */
  async #lockStep(rows: readonly TickRow[]): Promise<boolean> {
    const { store, news } = this.#parts
    for (const one of rows) {
      const attached: EventInput[] = []
      if (isPrice(one)) {
        const isQuiet = this.#orders.openCount === 0 && this.#orders.openPositionCount === 0 && !news.isWaiting
        if (!isQuiet && !(await store.isMatched(one.sequence))) return false
        for (const input of isQuiet ? [] : await news.read(this.#orders, one.time)) {
          attached.push({ ...input, isAttached: true })
        }
      }
      for (const input of attached) this.#place(input)
      await this.#feed.takeRows([one], attached)
      await this.#flush(true)
    }
    await this.#flush(false)
    return rows.length > 0
  }

  async #tellNews(): Promise<void> {
    const { news } = this.#parts
    for (;;) {
      const told = await news.read(this.#orders, this.#feed.clock.time)
      if (told.length === 0) return
      await this.#tellEvents(told)
    }
  }

  async #tellEvents(told: readonly EventInput[]): Promise<void> {
    for (const input of told) {
      await this.#tell(input)
      const { event } = input
      if (event.kind === 'POSITION_CLOSE' && event.reason === 'external')
        this.#pending.line(
          'warning',
          `${writtenQuantity(event.quantity)} of position ${event.positionId} closed outside of this session`,
        )
      await this.#flush(true)
    }
  }

  async #tellRates(): Promise<void> {
    for (const input of await this.#rates.news(this.#feed.clock.time)) await this.#tell(input)
  }

  /** What has become known of the datasets that the script reads: it counts from now on. */
  async #tellKnown(): Promise<void> {
    const { told, warnings } = await this.#parts.series.news()
    for (const values of told) await this.#tell({ kind: 'KNOWN', ...values })
    for (const message of warnings) this.#pending.line('warning', message)
  }

  async #tell(input: StoredInput): Promise<void> {
    this.#place(input)
    await this.#feed.give(input)
  }

  /** No price has told that a minute is over. */
  async #endQuietMinute(): Promise<void> {
    const minute = minuteOf(this.#parts.now() - GRACE_MS)
    if (minute <= this.#feed.clock.time || minute <= this.#minute || this.#feed.clock.time < this.#start) return
    this.#minute = minute
    await this.#tell({ kind: 'CLOSE_UNTIL', time: minute })
  }

  async #control(openingsRefused: string | null): Promise<void> {
    if (openingsRefused === this.#feed.refused) return
    await this.#tell({ kind: 'CONTROL', openingsRefused })
  }

  #place(input: StoredInput): void {
    this.#pending.place(input, this.#feed.rowNo)
  }

  #change() {
    return { rowNo: this.#feed.rowNo, live: this.#feed.live, ...this.#pending.parts() }
  }

  async #flush(isUrgent: boolean): Promise<void> {
    if (!this.#pending.isDue(this.#feed.rowNo, isUrgent)) return
    await this.#parts.store.commit(this.#change())
    this.#pending.committed(this.#feed.rowNo)
  }

  /** Its owner has stopped it: the last records and lines of the script. */
  async finish(): Promise<{ readonly records: readonly SessionRecords[]; readonly lines: readonly SessionLine[] }> {
    return { records: [...this.#pending.records, ...(await this.#feed.finish())], lines: this.#pending.lines }
  }

  close(): void {
    this.#feed.close()
  }
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS
}
