import { alertHistory, type AlertOutcome, type AlertRow, indicatorProblem, InstrumentAlerts } from '@tradeloom/alerts'
import type { BarColumns, BarInterval, ListedInstrument } from '@tradeloom/domain'
import { isPrice, TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import { Serial } from '../../trading-core/intents/serial.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { warmUpBars, type WarmUpSource } from '../../trading-core/prices/warm-up-bars.ts'
import type { AlertEntry } from './alert-entry.ts'
import type { AlertStore } from './alert-store.ts'

const MINUTE_MS = 60_000
/** Rows between two commits at most. */
const BATCH = 4_096
/** Minutes between stored prices and now are fetched once prices are wanted: they are there by then, or not at all. */
const HISTORY_MS = 20_000
/** What could not be loaded is looked for this often, however many prices come. */
const AGAIN_MS = 1_000

export interface InstrumentWatchParts {
  readonly instrumentId: string
  readonly store: AlertStore
  readonly ticks: TickSource
  readonly history: () => Promise<WarmUpSource>
  readonly listing: () => Promise<ListedInstrument | null>
  readonly onChange: (change: { readonly userId: string; readonly alertId: string }) => void
}

/** Alerts of an instrument in memory, after all rows before `next`. */
interface Loaded {
  readonly alerts: InstrumentAlerts
  readonly entries: ReadonlyMap<string, AlertEntry>
  readonly symbol: string
  next: number
  /** What is stored says so. */
  stored: number
}

/** Reads the rows of one instrument, and commits what its alerts do with them. */
export class InstrumentWatch {
  readonly #parts: InstrumentWatchParts
  readonly #serial = new Serial()
  readonly #openedAt = performance.now()
  #loaded: Loaded | null = null
  #isWaiting = false
  #loadFrom = -Infinity

  constructor(parts: InstrumentWatchParts) {
    this.#parts = parts
  }

  /** Its alerts were changed: they are read again before the next row. */
  reload(): void {
    void this.#serial.run(async () => {
      this.#loaded = null
      this.#loadFrom = -Infinity
    })
  }

  /** Judges all rows that are in the log. A call while another one waits does nothing. */
  async advance(): Promise<void> {
    if (this.#isWaiting) return
    this.#isWaiting = true
    await this.#serial.run(async () => {
      this.#isWaiting = false
      try {
        await this.#advance()
      } catch (error) {
        // What was not committed is judged again, from what is stored.
        this.#loaded = null
        throw error
      }
    })
  }

  /** Stores how far it has come. */
  async checkpoint(): Promise<void> {
    await this.#serial.run(async () => {
      const loaded = this.#loaded
      if (!loaded || loaded.next === loaded.stored) return
      const progress = loaded.alerts.active.flatMap(({ id, state }) => {
        const entry = loaded.entries.get(id)
        return entry ? [{ entry, state }] : []
      })
      if (progress.length > 0) await this.#parts.store.checkpoint(loaded.next, progress)
      loaded.stored = loaded.next
    })
  }

  async #advance(): Promise<void> {
    const { ticks, instrumentId } = this.#parts
    if (!this.#loaded && performance.now() < this.#loadFrom) return
    this.#loadFrom = performance.now() + AGAIN_MS
    this.#loaded ??= await this.#load()
    const loaded = this.#loaded
    if (!loaded) return
    for (;;) {
      const rows = await ticks.read(instrumentId, loaded.next, BATCH)
      const last = rows.at(-1)
      if (!last) return
      const outcomes = rows.flatMap((row) => loaded.alerts.take(alertRow(row)))
      loaded.next = last.sequence + 1
      if (outcomes.length > 0) await this.#commit(loaded, outcomes)
      if (rows.length < BATCH) return
    }
  }

  async #commit({ alerts, entries, symbol, next }: Loaded, outcomes: readonly AlertOutcome[]): Promise<void> {
    const progress = [...Map.groupBy(outcomes, ({ alertId }) => alertId)].flatMap(([id, own]) => {
      const entry = entries.get(id)
      return entry ? [{ entry, state: alerts.stateOf(id), outcomes: own }] : []
    })
    const changed = await this.#parts.store.commit(symbol, next, progress)
    for (const { id, userId } of changed) this.#parts.onChange({ alertId: id, userId })
  }

  /** Null while there is nothing to judge, or its history may still come. */
  async #load(): Promise<Loaded | null> {
    const { store, ticks, instrumentId, listing } = this.#parts
    const all = await store.active(instrumentId)
    const listed = await listing()
    const symbol = listed?.displaySymbol ?? instrumentId
    const entries = await this.#withoutBroken(all, symbol)
    if (entries.length === 0) return null
    const first = Math.max(0, Math.min(...entries.map(({ nextRow }) => nextRow)) - 1)
    const [before] = await ticks.read(instrumentId, first, 1)
    if (!before) return null
    const wanted = alertHistory(entries.map(({ terms }) => terms))
    const barsFrom = Math.floor(before.time / MINUTE_MS) * MINUTE_MS
    const starts = [before.sequence]
    if (wanted.bars.size > 0) starts.push(await ticks.sequenceAt(instrumentId, barsFrom))
    if (wanted.rowsMs > 0) starts.push(await ticks.sequenceAt(instrumentId, before.time - wanted.rowsMs))
    const minutes = wanted.bars.size > 0 ? await this.#minutes(wanted.bars, barsFrom) : null
    if (minutes === 'awaited') return null
    const watched = entries.map(({ id, terms, nextRow, state }) => ({ id, terms, nextRow, state }))
    const alerts = new InstrumentAlerts(watched, { days: listed ?? {}, minutes, barsFrom })
    const next = Math.min(...starts)
    return { alerts, entries: new Map(entries.map((one) => [one.id, one])), symbol, next, stored: next }
  }

  async #minutes(bars: ReadonlyMap<BarInterval, number>, to: number): Promise<BarColumns | 'awaited' | null> {
    const history = await this.#parts.history()
    const { instrumentId } = this.#parts
    const requests = [...bars].map(([interval, count]) => ({ interval, bars: count }))
    const found = await warmUpBars(history, instrumentId, requests, to)
    const isRecent = (found?.time.at(-1) ?? -Infinity) >= to - 3 * MINUTE_MS
    return isRecent || performance.now() - this.#openedAt > HISTORY_MS ? found : 'awaited'
  }

  /** Pauses those whose indicators do not exist any longer. */
  async #withoutBroken(all: readonly AlertEntry[], symbol: string): Promise<AlertEntry[]> {
    const kept: AlertEntry[] = []
    for (const entry of all) {
      const message = problemOf(entry)
      if (message === null) kept.push(entry)
      else {
        const { id: alertId, nextRow: sequence, state } = entry
        const outcomes = [{ kind: 'failed', alertId, sequence, message }] as const
        const changed = await this.#parts.store.commit(symbol, sequence, [{ entry, state, outcomes }])
        for (const { id, userId } of changed) this.#parts.onChange({ alertId: id, userId })
      }
    }
    return kept
  }
}

function problemOf({ terms: { value, against } }: AlertEntry): string | null {
  const used = [value, against].filter((one) => typeof one === 'object' && one.kind === 'indicator')
  return used.map(indicatorProblem).find((problem) => problem !== null) ?? null
}

function alertRow(row: TickRow): AlertRow {
  const { sequence, time, bid, ask, flags } = row
  return { sequence, time, bid, ask, isPrice: isPrice(row), isAfterGap: (flags & TICK_FLAGS.gap) !== 0 }
}
