import type { MarketInstrument, TopicEvent } from '@tradeloom/contracts'
import { BAR_INTERVALS, type BarInterval, type Interval } from '@tradeloom/domain'
import { errorText } from '../../api/api-error.ts'
import type { ChartSide, ChartSource } from '../../charts/price-chart/chart-source.ts'
import type { PriceRow } from '../../charts/price-chart/price-bars.ts'
import { socket } from '../../realtime/socket.ts'
import type { SocketClient } from '../../realtime/socket-client.ts'
import { whileSeen } from '../../realtime/while-seen.ts'
import { toastError } from '../../ui/toast.ts'
import { FormingBars } from './forming-bars.ts'
import { loadBars } from './load-bars.ts'

type Candle = Extract<TopicEvent, { readonly event: 'candle' }>['data']
type LiveMarket = Pick<MarketInstrument, 'id' | 'symbol' | 'simulated' | 'dayEnd' | 'weekStart' | 'series'>
type CandleStream = Pick<SocketClient, 'subscribe' | 'onState' | 'state'>

interface LiveSourceOptions {
  readonly market: LiveMarket
  readonly interval: BarInterval
  /** Bars to load at once. */
  readonly bars: number
  /** Where the chart starts, UTC milliseconds; with the first stored price, at least a year ago, if omitted. */
  readonly start?: number
  readonly stream?: CandleStream
  readonly load?: ChartSource['load']
}

const YEAR = 366 * 24 * 60 * 60_000
const MINUTE = 60_000

/** The prices of an instrument until now, and as they come. */
export function liveSource(options: LiveSourceOptions): ChartSource {
  const { market, interval, bars, stream = socket, load: given } = options
  const { id, symbol, simulated, series } = market
  const load: ChartSource['load'] =
    given ??
    (async (bars, span, signal) => {
      try {
        return await loadBars(id, bars, span, signal)
      } catch (error) {
        // The chart itself says only that there are none.
        if (signal?.aborted !== true)
          toastError(`Error retrieving data for ${id}<br />${errorText(error)}`, `data-${id}`)
        throw error
      }
    })
  return {
    days: market,
    instrumentId: id,
    symbol,
    isSimulated: simulated,
    start: options.start ?? Math.min(Date.now() - YEAR, ...series.map(({ first }) => first)),
    // A page may be open for days.
    get end() {
      return Date.now() + MINUTE
    },
    intervals: BAR_INTERVALS.slice(BAR_INTERVALS.indexOf('M1')),
    interval,
    chunkBars: bars,
    isMinutesOnly: true,
    load,
    follow: (followed, onRows) => followCandles({ market, stream, load, ...followed }, onRows),
  }
}

interface FollowedBars {
  readonly market: LiveMarket
  readonly stream: CandleStream
  readonly load: ChartSource['load']
  readonly interval: Interval
  readonly side: ChartSide
}

type OnRows = Parameters<NonNullable<ChartSource['follow']>>[1]

/** Minutes of a topic as bars of an interval; what the topic has missed is loaded. */
function followCandles({ market, stream, load, interval, side }: FollowedBars, onRows: OnRows): () => void {
  const chosen: BarInterval = interval === 'Tick' ? 'M1' : interval
  const bars = new FormingBars(chosen, market)
  const gone = new AbortController()
  let reached = Date.now()
  /** Whether bars may have been missed, so that the chart loads again. */
  let isCut = false
  /** Candles are taken one after the other: the first one of a bar may wait for what the bar was before. */
  let previous = Promise.resolve()

  const take = async (row: PriceRow, time: number): Promise<void> => {
    const missing = bars.missing(time)
    if (missing !== null || isCut) {
      const [base = null] = missing === null ? [] : await load({ interval: chosen, side }, missing, gone.signal)
      bars.restart(base)
    }
    const bar = bars.add(row)
    if (gone.signal.aborted || bar === null) return
    const end = Math.max(reached, bars.endOf(time))
    onRows([bar], { start: isCut ? end + 1 : reached, end })
    isCut = false
    reached = end
  }

  const stopCandles = whileSeen((isAgain) => {
    if (isAgain) isCut = true
    return stream.subscribe(`candles.${market.id}`, ({ event, data }) => {
      if (event === 'missed') isCut = true
      if (event !== 'candle') return
      previous = previous.then(() => take(rowOf(data, side), data.time)).catch(() => void (isCut = true))
    })
  })
  const stopState = stream.onState(() => {
    if (stream.state !== 'open') isCut = true
  })
  onRows([], { start: reached, end: reached })
  return () => {
    gone.abort()
    stopCandles()
    stopState()
  }
}

function rowOf({ time, bid, ask, volume }: Candle, side: ChartSide): PriceRow {
  const column = (name: 'open' | 'high' | 'low' | 'close'): number =>
    side === 'bid' ? bid[name] : side === 'ask' ? ask[name] : (bid[name] + ask[name]) / 2
  return [time, column('open'), column('high'), column('low'), column('close'), volume]
}
