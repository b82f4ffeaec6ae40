import type { BacktestDetail } from '@tradeloom/contracts'
import { BAR_INTERVALS, type BarDays, type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { call } from '../../api/call.ts'
import type { ChartSource, ChartSpan } from '../../charts/price-chart/chart-source.ts'
import { loadBars } from './load-bars.ts'

/** Bars before the run's start, so that its first positions have context. */
const LEAD_BARS = 300

type Run = Pick<BacktestDetail, 'id' | 'start' | 'end' | 'interval' | 'simulated'>

/** The prices of one of a run's markets, with what its script plotted. */
export function backtestSource(run: Run, instrumentId: string, days: BarDays, isShared: boolean): ChartSource {
  const interval = firstInterval(run.interval)
  return {
    instrumentId,
    days,
    symbol: instrumentId.split(':')[0] ?? instrumentId,
    isSimulated: run.simulated,
    start: Date.parse(run.start) - LEAD_BARS * INTERVALS[interval].ms,
    end: Date.parse(run.end),
    intervals: BAR_INTERVALS.filter((one) => INTERVALS[one].ms >= Math.min(INTERVALS.M1.ms, INTERVALS[interval].ms)),
    interval,
    load: (bars, span, signal) => loadBars(instrumentId, bars, span, signal),
    plots: (of, span, signal) =>
      call('getBacktestPlots', { isShared, params: { id: run.id }, query: { interval: of, ...isoSpan(span) }, signal }),
  }
}

/** Runs on ticks have no bars of their own. */
function firstInterval(interval: BacktestDetail['interval']): BarInterval {
  return isBarInterval(interval) ? interval : 'M1'
}

function isoSpan({ start, end }: ChartSpan): { start: string; end: string } {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}
