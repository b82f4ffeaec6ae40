import { type BacktestCharts, type LogLine, type PositionColumns, toPositionColumns } from '@tradeloom/contracts'
import type { PlotSeries } from '@tradeloom/engine'
import { type StoredPosition, viewPosition } from './backtest-views.ts'
import type { BacktestsRepository, ResultPart } from './backtests.repository.ts'
import { unpackJson } from './packed-json.ts'
import { isWhole, readPlots, readThinnedPlots, type StoredPlot, type ThinnedPlot } from './plot-windows.ts'
import { RecentParts } from './recent-parts.ts'

/** Results of older engines have no breakdowns, and their plots are here. */
type StoredCharts = Pick<BacktestCharts, 'equityCurve'> &
  Partial<Pick<BacktestCharts, 'breakdowns'>> & { readonly plots?: readonly ThinnedPlot[] }

/** Results of older engines are lists of positions. */
type StoredPositions = PositionColumns | readonly StoredPosition[]

interface Plots {
  readonly plots: readonly StoredPlot[]
  readonly isExact: boolean
}

const NO_CURVE: StoredCharts = { equityCurve: { time: [], equity: [], balance: [], drawdown: [] } }
const CACHE_BYTES = 96 * 1024 * 1024

/** Reads the long parts of results. Does not check who may see them. */
export class ResultParts {
  readonly #repository: Pick<BacktestsRepository, 'part'>
  readonly #recent = new RecentParts(CACHE_BYTES)

  constructor(repository: Pick<BacktestsRepository, 'part'>) {
    this.#repository = repository
  }

  positions(id: string): Promise<PositionColumns> {
    return this.#read<StoredPositions, PositionColumns>(id, 'positions', (stored) => {
      if (stored === null) return toPositionColumns([])
      return isList(stored) ? toPositionColumns(stored.map(viewPosition)) : stored
    })
  }

  async charts(id: string): Promise<BacktestCharts> {
    const { equityCurve, breakdowns } = (await this.#stored<StoredCharts>(id, 'charts')).value ?? NO_CURVE
    return { equityCurve, breakdowns: breakdowns ?? null }
  }

  async plots(id: string): Promise<Plots> {
    const kept = await this.#read<readonly PlotSeries[], Plots | null>(id, 'plots', (series) =>
      series === null ? null : { plots: readPlots(series), isExact: true },
    )
    if (kept !== null) return kept
    const { plots = [] } = (await this.#stored<StoredCharts>(id, 'charts')).value ?? NO_CURVE
    return { plots: readThinnedPlots(plots), isExact: isWhole(plots) }
  }

  async log(id: string): Promise<readonly LogLine[]> {
    return (await this.#stored<readonly LogLine[]>(id, 'log')).value ?? []
  }

  async #read<Stored, Value>(id: string, part: ResultPart, view: (stored: Stored | null) => Value): Promise<Value> {
    const key = `${id} ${part}`
    const known = this.#recent.get<Value>(key)
    if (known !== undefined) return known
    const { value: stored, bytes } = await this.#stored<Stored>(id, part)
    const value = view(stored)
    // A run in progress has no result yet, so nothing is cached.
    if (stored !== null) this.#recent.set(key, value, bytes)
    return value
  }

  async #stored<Value>(
    id: string,
    part: ResultPart,
  ): Promise<{ readonly value: Value | null; readonly bytes: number }> {
    const packed = await this.#repository.part(id, part)
    return packed === null ? { value: null, bytes: 0 } : unpackJson<Value>(packed)
  }
}

function isList(stored: StoredPositions): stored is readonly StoredPosition[] {
  return Array.isArray(stored)
}
