import type { RunResult, RunSpec } from '@tradeloom/engine'
import type { MarketColumns } from '@tradeloom/domain'
export type ScriptFactory = (api: any) => Record<string, any>
export interface Run {
  readonly events: number
  step(n: number): boolean
  progress(): number
  live(): { time: number; equity: number; balance: number; openPositions: number; closedPositions: number }
  finish(reason?: string): RunResult
}
export function createRun({
  spec,
  series,
  factory,
}: {
  spec: RunSpec
  series: { instrumentId: string; columns: MarketColumns }[]
  factory: ScriptFactory
}): Run {
  const c = series[0]!.columns as any
  let row = 0,
    closed = 0,
    sum = 0,
    dropped = 0
  const log: any[] = []
  const plots: any[] = []
  const api: any = {
    instrument: spec.instrument,
    account: {},
    positions: { count: 0 },
    orders: {},
    bars: () => ({}),
    indicators: {
      SMA: (_: string, p: number) => ({
        get ready() {
          return row > p
        },
        value: (k = 0) => {
          let s = 0
          for (let i = 0; i < p; i++) s += c.bidClose[row - i - k - 1] ?? 0
          return s / p
        },
      }),
    },
    buy: () => {
      closed++
    },
    sell: () => {
      closed++
    },
    closePosition() {},
    closeAll() {},
    modify() {},
    cancel() {},
    plot: (n: string, v: number) => {
      plots.push({ n, v })
    },
    log: (...v: any[]) => {
      if (log.length < 1000)
        log.push({ time: c.time[row], level: 'info', message: v.map(String).join(' ').slice(0, 1000) })
      else dropped++
    },
    now: () => c.time[row],
    round: (x: number) => x,
    pips: (n: number) => n,
    every() {},
    ...spec.externals,
  }
  const h = factory(api)
  const rows = c.time.length
  return {
    events: rows,
    step(n) {
      const to = Math.min(rows, row + n)
      for (; row < to; row++) {
        sum += c.bidClose[row]
        h['onIntervalClose']?.({
          time: c.time[row],
          close: c.bidClose[row],
          open: c.bidOpen[row],
          high: c.bidHigh[row],
          low: c.bidLow[row],
          volume: 0,
        })
        h['onTick']?.({ time: c.time[row], bid: c.bidClose[row], ask: c.askClose[row] })
      }
      return row < rows
    },
    progress: () => row / rows,
    live: () => ({ time: c.time[row] ?? 0, equity: sum, balance: 1, openPositions: 0, closedPositions: closed }),
    finish: () =>
      ({
        engineVersion: 'x',
        ticks: row * 4,
        bars: row,
        statistics: { profit: sum, closed },
        metrics: {},
        positions: [],
        orders: [],
        equityCurve: {},
        plots,
        endPrices: null,
        log,
        logDropped: dropped,
        warnings: [],
      }) as any,
  }
}
