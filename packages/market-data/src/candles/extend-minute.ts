import type { TickRow } from '../ticks/tick-file.ts'
import { type MinuteBar, minuteOf } from './minute-file.ts'

/** A minute after another price of it; a new one if the price belongs to another minute. */
export function extendMinute(
  bar: MinuteBar | null,
  { time, bid, ask }: Pick<TickRow, 'time' | 'bid' | 'ask'>,
): MinuteBar {
  const start = minuteOf(time)
  if (bar?.time !== start) {
    const bids = { bidOpen: bid, bidHigh: bid, bidLow: bid, bidClose: bid }
    return { time: start, ...bids, askOpen: ask, askHigh: ask, askLow: ask, askClose: ask, volume: 1 }
  }
  return {
    ...bar,
    bidHigh: Math.max(bar.bidHigh, bid),
    bidLow: Math.min(bar.bidLow, bid),
    bidClose: bid,
    askHigh: Math.max(bar.askHigh, ask),
    askLow: Math.min(bar.askLow, ask),
    askClose: ask,
    volume: bar.volume + 1,
  }
}
