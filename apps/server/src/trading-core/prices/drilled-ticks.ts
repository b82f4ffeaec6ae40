import type { TickRow } from '@tradeloom/market-data/ticks'
import type { TickSource } from './tick-source.ts'
import type { RunningDrill } from './running-drill.ts'

export interface DrilledTicksParts {
  readonly ticks: TickSource
  readonly drill: () => RunningDrill | null
  readonly now: () => number
}

/** The tick log as one account sees it: the rows of everybody, and the prices of its drill. */
export class DrilledTicks implements TickSource {
  readonly #parts: DrilledTicksParts
  /** The newest price before there were none, by drill. */
  #kept: { readonly drill: string; readonly row: TickRow | null } | null = null

  constructor(parts: DrilledTicksParts) {
    this.#parts = parts
  }

  async last(instrumentId: string): Promise<TickRow | null> {
    const drill = this.#drillOf(instrumentId)
    if (!drill) return this.#parts.ticks.last(instrumentId)
    if (drill.isSilent(this.#parts.now()) && this.#kept?.drill === drill.id) return this.#kept.row
    const row = await this.#parts.ticks.last(instrumentId)
    const seen = row && drill.priced(row)
    this.#kept = { drill: drill.id, row: seen }
    return seen
  }

  async heardAt(instrumentId: string): Promise<number | null> {
    const drill = this.#drillOf(instrumentId)
    if (drill?.isSilent(this.#parts.now()) === true) return (await this.last(instrumentId))?.receivedAt ?? null
    return this.#parts.ticks.heardAt(instrumentId)
  }

  async read(instrumentId: string, from: number, max: number): Promise<readonly TickRow[]> {
    const drill = this.#drillOf(instrumentId)
    if (drill?.isAbandoned(this.#parts.now()) === true) return []
    const rows = await this.#parts.ticks.read(instrumentId, from, max)
    return drill ? rows.map((row) => drill.priced(row)) : rows
  }

  sequenceAt(instrumentId: string, time: number): Promise<number> {
    return this.#parts.ticks.sequenceAt(instrumentId, time)
  }

  #drillOf(instrumentId: string): RunningDrill | null {
    const drill = this.#parts.drill()
    return drill?.instrumentId === instrumentId ? drill : null
  }
}
