import { barStart, type Interval } from '@tradeloom/domain'
import { MAX_TICK_SPAN_MS } from '@tradeloom/contracts'
import { completionMs } from '../../charts/price-chart/chart-interval.ts'
import { REDRAW_MS } from '../../charts/price-chart/chart-limits.ts'
import type { ChartSide, ChartSource, ChartSpan } from '../../charts/price-chart/chart-source.ts'
import type { PriceRow } from '../../charts/price-chart/price-bars.ts'
import { loadTicks } from '../../entities/charts/load-ticks.ts'
import { livePrices } from './live-market.ts'

/** A run that is further ahead is not caught up with bar by bar. */
const MAX_BARS = 600

/** The source, followed as far as a run in progress has come: its prices are stored, and reveal what comes later. */
export function followRun(id: string, source: ChartSource): ChartSource {
  const { instrumentId, days } = source
  const ticks = loadTicks(instrumentId)
  const load = (interval: Interval, side: ChartSide, span: ChartSpan, signal: AbortSignal) =>
    interval === 'Tick' ? ticks(side, span, signal) : source.load({ interval, side }, span, signal)

  return {
    ...source,
    follow: ({ interval, side }, onRows) => {
      const gone = new AbortController()
      const maxMs = interval === 'Tick' ? MAX_TICK_SPAN_MS : MAX_BARS * completionMs(interval)
      let known: number | null = null
      const next = async (): Promise<void> => {
        const time = livePrices.get(id)?.time
        if (time === undefined) return
        // Bars that have ended: the others would show prices that the run has not reached.
        const end = interval === 'Tick' ? time : barStart(time, interval, days)
        if (known === end) return
        // Also if the run began again.
        const start = known === null || end < known || end - known > maxMs ? end : known
        const rows: readonly PriceRow[] = start === end ? [] : await load(interval, side, { start, end }, gone.signal)
        if (gone.signal.aborted) return
        known = end
        onRows(rows, { start, end })
      }
      const stop = everyChange(id, () =>
        next().catch(() => {
          // The chart loads by itself next time, and says what is wrong.
          known = null
        }),
      )
      return () => {
        gone.abort()
        stop()
      }
    },
  }
}

/** Calls back at once and after changes of a run's price: one call at a time, every 500 ms at most, the last never lost. */
function everyChange(id: string, onChange: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  const call = async (): Promise<void> => {
    timer = undefined
    isBusy = true
    await onChange()
    isBusy = false
  }
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (isStopped) return
      if (isBusy) schedule()
      else void call()
    }, REDRAW_MS)
  }
  const ignore = livePrices.subscribe(id, schedule)
  void call()
  return () => {
    isStopped = true
    clearTimeout(timer)
    ignore()
  }
}
