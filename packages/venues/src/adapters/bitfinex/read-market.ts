import type { QuoteMessage, TickerMessage, Trade, TradesMessage } from '../../ports/market-feed.ts'
import type { ChannelMessage } from './channel-connection.ts'
import { decimalOf, type Row, rowOf, rowsOf, wholeOf, writtenOf } from './read-json.ts'

// Readers throw for what is not the message that its channel should carry.

export function readQuote([bid, , ask]: Row, time: number, isOpen: boolean): QuoteMessage {
  return { kind: 'quote', time, bid: decimalOf(bid), ask: decimalOf(ask), isOpen, isAfterGap: false }
}

export function readTicker([, , , , change, share, , volume, high, low]: Row, time: number): TickerMessage {
  return {
    kind: 'ticker',
    time,
    priceChange: decimalOf(change),
    priceChangePercent: decimalOf(share) * 100,
    high: decimalOf(high),
    low: decimalOf(low),
    volume: decimalOf(volume),
  }
}

/** Each trade is told twice: of the two, the first one counts. Null for what has none. */
export function readTrades({ parts: [first, second], time }: ChannelMessage): TradesMessage | null {
  if (first === 'te') return { kind: 'trades', time, trades: [tradeOf(rowOf(second))] }
  if (!Array.isArray(first)) return null
  const trades = rowsOf(first).map(tradeOf).toReversed()
  return trades.length === 0 ? null : { kind: 'trades', time, trades }
}

function tradeOf([id, time, amount, price]: Row): Trade {
  const size = decimalOf(amount)
  return {
    id: writtenOf(id),
    time: wholeOf(time),
    side: size < 0 ? 'SELL' : 'BUY',
    price: decimalOf(price),
    quantity: Math.abs(size),
  }
}
