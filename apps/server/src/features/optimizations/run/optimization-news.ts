import type { Bus } from '@tradeloom/bus'
import { MAX_BEGUN, type OptimizationBacktestUpdate } from '@tradeloom/contracts'
import { publishMessage, publishOptimization } from '../optimization-events.ts'
import type { OptimizationsRepository } from '../optimizations.repository.ts'

/** Two messages at a time, so at most two a second. */
const EVERY_MS = 1000
/** In one message; whoever needs more reads the results. */
const MAX_ROWS = 1000
const MAX_LINES = 100

interface NewsDeps {
  readonly repository: Pick<OptimizationsRepository, 'record' | 'columnsAfter' | 'log'>
  readonly bus: Bus
}

/** Publishes the progress of an optimization, seldom enough for browsers. */
export class OptimizationNews {
  readonly #deps: NewsDeps
  readonly #id: string
  #revision: number
  #lines = 0
  #told = 0

  #begun: OptimizationBacktestUpdate[] = []

  constructor(deps: NewsDeps, id: string, revision: number) {
    this.#deps = deps
    this.#id = id
    this.#revision = revision
  }

  /** Backtests that have begun, to be told with the rest. */
  begin(backtests: readonly { readonly index: number; readonly values: readonly number[] }[]): void {
    const room = MAX_BEGUN - this.#begun.length
    for (const { index, values } of backtests.slice(0, room)) {
      const key = values.map((value) => String(value).replace('.', '_')).join()
      this.#begun.push({ index, key, status: 'In Progress', progress: 0 })
    }
  }

  async tell({ isNow = false } = {}): Promise<void> {
    if (!isNow && Date.now() - this.#told < EVERY_MS) return
    this.#told = Date.now()
    const { repository, bus } = this.#deps
    const record = await repository.record(this.#id)
    if (!record) return
    publishOptimization(bus, record)
    const { row: optimization, isPublic } = record
    const about = { userId: optimization.userId, id: this.#id, isPublic }
    if (this.#begun.length > 0) publishMessage(bus, { event: 'begun', ...about, backtests: this.#begun })
    this.#begun = []
    // After a jump, listeners see the gap and read the results.
    const from = Math.max(this.#revision, optimization.revision - MAX_ROWS)
    if (optimization.revision > this.#revision) {
      const [axes, objectives] = [optimization.externalsSettings.length, optimization.objectives.length]
      const columns = await repository.columnsAfter(this.#id, { after: from, limit: MAX_ROWS, axes, objectives })
      this.#revision = columns.revision
      if (columns.count > 0) publishMessage(bus, { event: 'rows', ...about, from, rows: { ...columns, more: false } })
    }
    const lines = (await repository.log(this.#id, MAX_LINES)).filter(({ number }) => number >= this.#lines)
    this.#lines = (lines.at(-1)?.number ?? this.#lines - 1) + 1
    const shown = lines.map(({ time, level, message }) => ({ time, level, message }))
    if (shown.length > 0) publishMessage(bus, { event: 'log', ...about, lines: shown })
  }
}
