import { DataFrame, type IDataFrame, type ISeries } from 'data-forge'
import { backtest, type IBar, type IStrategy } from 'grademark'
import type { BarColumns } from '@tradeloom/domain'
import type { Prepared } from '../contest.ts'
import { load, type Market } from '../market.ts'

interface CrossBar extends IBar {
  readonly up: boolean
  readonly down: boolean
}

export interface GrademarkTask {
  readonly market: Market
  /** Whether averages are computed by the library, as in its guide, or before the measurement. */
  readonly averages: 'library' | 'before'
}

/** Labels a window by the index of its last value; the library types the text as an enum that it does not export. */
const LAST_INDEX = 'end' as unknown as Parameters<ISeries<number, number>['rollingWindow']>[1]

const RULES: IStrategy<CrossBar> = {
  entryRule: (enter, { bar }) => {
    if (bar.up) enter()
  },
  exitRule: (exit, { bar }) => {
    if (bar.down) exit()
  },
  stopLoss: () => 0.002,
}

/** The rules of LONG_CROSS for the library; its bars are created before the measurement. */
export async function prepare({ market, averages }: GrademarkTask): Promise<Prepared> {
  const columns = await load(market)
  if (columns.kind !== 'bar') throw new Error('The library takes bars')
  const bars = new DataFrame<number, CrossBar>({ values: crossBars(columns) })
  const rules = averages === 'before' ? RULES : { ...RULES, prepIndicators }
  const run = () => {
    const trades = backtest<CrossBar, CrossBar, Record<string, number>, number>(rules, bars)
    const pips = trades.reduce((sum, { profit }) => sum + profit * 1e4, 0)
    return { trades: trades.length, pips: Math.round(pips * 10) / 10 }
  }
  return { run, warmUps: 1 }
}

/** Rolling averages as in the library's guide, and where they cross. */
function prepIndicators({ inputSeries }: { readonly inputSeries: IDataFrame<number, CrossBar> }) {
  const closes = inputSeries.deflate((bar) => Math.round(bar.close * 1e5))
  const averages = (length: number) => closes.rollingWindow(length, LAST_INDEX).select((window) => window.average())
  const both = inputSeries.withSeries({ fast: averages(11), slow: averages(31) }).bake()
  let before = Number.NaN
  return both
    .select(({ fast, slow, ...bar }: CrossBar & { fast?: number; slow?: number }) => {
      const now = Math.sign((fast ?? Number.NaN) - (slow ?? Number.NaN))
      const crossed = { ...bar, up: before < 0 && now > 0, down: before > 0 && now < 0 }
      before = now
      return crossed
    })
    .bake()
}

function crossBars({ time, bidOpen, bidHigh, bidLow, bidClose, volume }: BarColumns): CrossBar[] {
  const fast = averages(bidClose, 11)
  const slow = averages(bidClose, 31)
  return Array.from(time, (start, at) => {
    const before = Math.sign((fast[at - 1] ?? Number.NaN) - (slow[at - 1] ?? Number.NaN))
    const now = Math.sign((fast[at] ?? Number.NaN) - (slow[at] ?? Number.NaN))
    return {
      time: new Date(start),
      open: bidOpen[at] ?? 0,
      high: bidHigh[at] ?? 0,
      low: bidLow[at] ?? 0,
      close: bidClose[at] ?? 0,
      volume: volume[at] ?? 0,
      up: before < 0 && now > 0,
      down: before > 0 && now < 0,
    }
  })
}

/** From whole points, so that equal averages are equal numbers. */
function averages(closes: Float64Array, length: number): number[] {
  const points = Array.from(closes, (close) => Math.round(close * 1e5))
  let sum = 0
  return points.map((point, at) => {
    sum += point - (at >= length ? (points[at - length] ?? 0) : 0)
    return at >= length - 1 ? sum / length : Number.NaN
  })
}
