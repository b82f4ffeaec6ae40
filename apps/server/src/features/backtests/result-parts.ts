import {
  type BacktestCharts,
  type LogLine,
  type PositionColumns,
  type RunOrder,
  toPositionColumns,
} from '@tradeloom/contracts'
import { type CompactResult, metricInputOf, orderAt, type PlotSeries } from '@tradeloom/engine'
import { dailyGrid } from '@tradeloom/metrics'
import { type StoredPosition, viewPosition } from './backtest-views.ts'
import type { BacktestsRepository, ResultPart } from './backtests.repository.ts'
import { unpackJson } from '../../platform/results/packed-json.ts'
import { unpackResult } from '../../platform/results/packed-result.ts'
import { isWhole, readPlots, readThinnedPlots, type StoredPlot, type ThinnedPlot } from './plot-windows.ts'
import { indexOfColumns, indexOfResult, type PositionIndex } from './position-index.ts'
import { RecentParts } from './recent-parts.ts'

/** Results of older engines have no breakdowns, and their plots are here. */
type StoredCharts = Pick<BacktestCharts, 'equityCurve'> &
  Partial<Pick<BacktestCharts, 'breakdowns'>> & { readonly plots?: readonly ThinnedPlot[] }

/** Results of older engines are lists of positions. */
type StoredPositions = PositionColumns | readonly StoredPosition[]

/** Times in milliseconds and the equity at each. */
export interface DailyEquity {
  readonly time: readonly number[]
  readonly equity: readonly number[]
}

interface Plots {
  readonly plots: readonly StoredPlot[]
  readonly isExact: boolean
}

/** Orders as stored; those of older engines lack some fields. */
type StoredOrder = Omit<RunOrder, 'instrumentId' | keyof typeof UNTOLD_OF_ORDERS> & Partial<RunOrder>

const UNTOLD_OF_ORDERS = {
  postOnly: false,
  reduceOnly: false,
  liquidity: null,
  positionId: null,
  reason: null,
  tag: null,
} satisfies Partial<RunOrder>

const NO_CURVE: StoredCharts = { equityCurve: { time: [], equity: [], balance: [], drawdown: [] } }
const CACHE_BYTES = 96 * 1024 * 1024

/** Reads the long parts of results; those of engines before 2.3 are stored as separate parts. Does not check access. */
export class ResultParts {
  readonly #repository: Pick<BacktestsRepository, 'part'>
  readonly #recent = new RecentParts(CACHE_BYTES)
  /** Orders as sent; a table asks for many windows of them. Forgotten together with their results. */
  readonly #orders = new WeakMap<CompactResult, readonly RunOrder[]>()

  constructor(repository: Pick<BacktestsRepository, 'part'>) {
    this.#repository = repository
  }

  /** Every position, readable by row. */
  async positions(id: string): Promise<PositionIndex> {
    const result = await this.#result(id)
    if (result !== null) return indexOfResult(result)
    return indexOfColumns(
      await this.#read<StoredPositions, PositionColumns>(id, 'positions', (stored) => {
        if (stored === null) return toPositionColumns([])
        return isList(stored) ? toPositionColumns(stored.map(viewPosition)) : stored
      }),
    )
  }

  /** By number. */
  async orders(id: string, instrumentId: string): Promise<readonly RunOrder[]> {
    const result = await this.#result(id)
    const known = result === null ? undefined : this.#orders.get(result)
    if (known !== undefined) return known
    const orders =
      result === null
        ? ((await this.#stored<readonly StoredOrder[]>(id, 'orders')).value ?? [])
        : Array.from(result.orders.time, (_, row) => orderAt(result.orders, row, result))
    const whole = orders.map((order) => ({ ...UNTOLD_OF_ORDERS, instrumentId, ...order }))
    if (result !== null) this.#orders.set(result, whole)
    return whole
  }

  /** What metrics are computed from; null for results of engines before 2.3, which did not keep it. */
  async metricInput(id: string): Promise<ReturnType<typeof metricInputOf> | null> {
    const result = await this.#result(id)
    return result === null ? null : metricInputOf(result)
  }

  async equityCurve(id: string): Promise<BacktestCharts['equityCurve']> {
    const result = await this.#result(id)
    if (result === null) return (await this.#charts(id)).equityCurve
    const { time, equity, balance, drawdown } = result.equityCurve
    return {
      time: Array.from(time),
      equity: Array.from(equity),
      balance: Array.from(balance),
      drawdown: Array.from(drawdown),
    }
  }

  /** Equity at the midnights that end the days of all daily metrics; null for results of engines before 2.3. */
  async dailyEquity(id: string): Promise<DailyEquity | null> {
    const result = await this.#result(id)
    return result && dailyGrid({ ...result.basis, days: result.days })
  }

  /** Breakdowns stored with the curve by engines before 2.3. */
  async storedBreakdowns(id: string): Promise<BacktestCharts['breakdowns']> {
    return (await this.#charts(id)).breakdowns ?? null
  }

  async plots(id: string): Promise<Plots> {
    const result = await this.#result(id)
    if (result !== null) return { plots: result.plots, isExact: true }
    const kept = await this.#read<readonly PlotSeries[], Plots | null>(id, 'plots', (series) =>
      series === null ? null : { plots: readPlots(series), isExact: true },
    )
    if (kept !== null) return kept
    const { plots = [] } = await this.#charts(id)
    return { plots: readThinnedPlots(plots), isExact: isWhole(plots) }
  }

  async log(id: string): Promise<readonly LogLine[]> {
    const result = await this.#result(id)
    return result?.log ?? (await this.#stored<readonly LogLine[]>(id, 'log')).value ?? []
  }

  async #charts(id: string): Promise<StoredCharts> {
    return (await this.#stored<StoredCharts>(id, 'charts')).value ?? NO_CURVE
  }

  /** Null for a result that is stored in parts, and for a run without one. */
  async #result(id: string): Promise<CompactResult | null> {
    const key = `${id} packed`
    const known = this.#recent.get<CompactResult>(key)
    if (known !== undefined) return known
    const packed = await this.#repository.part(id, 'packed')
    if (packed === null) return null
    const { result, bytes } = await unpackResult(packed)
    this.#recent.set(key, result, bytes)
    return result
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
