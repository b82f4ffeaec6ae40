import type { CandlesFilled, ExtraFeed, LiveCandle, Mark, ServerEvent, Ticker, TopicEvent } from '@tradeloom/contracts'
import type { Topic, Topics } from '../../platform/realtime/topic.ts'
import { bookTopic } from './book-topic.ts'
import type { FeedDemand } from './feed-demand.ts'
import type { LiveBooks } from './live-books.ts'
import { event, type LiveMarkets } from './live-markets.ts'
import type { LivePrices } from './live-prices.ts'
import type { LiveTrades } from './live-trades.ts'

/** Everybody sees the same prices. */
const EVERYBODY = 'everybody'

interface MarketTopicsDeps {
  readonly live: LiveMarkets
  readonly demand: FeedDemand
  readonly prices: LivePrices
  readonly books: LiveBooks
  readonly trades: LiveTrades
}

export function marketTopics({ live, demand, prices, books, trades }: MarketTopicsDeps) {
  const admit = async (id: string): Promise<string> => {
    await live.require(id)
    return EVERYBODY
  }
  const prices$: Topic<TopicEvent<'price.{id}'>> = {
    flushMs: 50,
    admit,
    snapshot: async (id) => {
      const cached = await live.cached(id)
      return cached ? [{ key: 'price', event: { event: 'price', data: cached } }] : []
    },
    changes: () => [],
    open: (id, publish) => {
      const held = demand.hold(id)
      const watch = prices.watch(id, (price) =>
        publish({
          key: 'price',
          audience: EVERYBODY,
          event: { event: 'price', data: event(price) },
          isCoalesced: true,
        }),
      )
      return {
        release: () => {
          watch.release()
          held.release()
        },
      }
    },
  }
  /** What is not stored: it begins with the next change. */
  const passing = (extra?: ExtraFeed) => ({
    admit,
    snapshot: async () => [],
    open: (id: string) => demand.hold(id, extra),
  })
  /** Figures, of which the newest replace those before. */
  const newest = <Name extends 'ticker' | 'mark'>(name: Name) => ({
    ...passing(name),
    flushMs: 1000,
    changes: (message: unknown) => {
      const data = message as Ticker | Mark
      return [change(data.instrumentId, name, { event: name, data } as TopicEvent<`${Name}.{id}`>, true)]
    },
  })
  const book$ = bookTopic({ audience: EVERYBODY, admit, demand, books })
  return {
    'price.{id}': prices$,
    'book.{id}': book$,
    'order-book.{id}': book$,
    'ticker.{id}': { ...newest('ticker'), subject: 'ticker.*' },
    'mark.{id}': { ...newest('mark'), subject: 'mark.*' },
    'trades.{id}': {
      ...passing('trade'),
      subject: 'trades.*',
      flushMs: 250,
      snapshot: async (id) => {
        const data = [...trades.last(id)]
        return data.length > 0 ? [{ key: 'last', event: { event: 'trades', data } }] : []
      },
      changes: (message) => {
        const fresh = trades.take(message as Parameters<LiveTrades['take']>[0])
        if (fresh.length === 0) return []
        const { instrumentId } = message as { readonly instrumentId: string }
        const key = `trades ${fresh.at(-1)?.id ?? ''}`
        return [change(instrumentId, key, { event: 'trades', data: [...fresh] }, false)]
      },
    },
    'candles.{id}': {
      ...passing(),
      subject: 'candle.*',
      flushMs: 500,
      changes: (message) => {
        const data = message as LiveCandle | CandlesFilled
        // A chart that was drawn before has holes: it loads again.
        if ('kind' in data) return [change(data.instrumentId, 'missed', { event: 'missed', data: null }, false)]
        return [change(data.instrumentId, `candle ${data.time}`, { event: 'candle', data }, !data.isFinal)]
      },
    },
  } as const satisfies Topics
}

function change<Event extends ServerEvent>(id: string, key: string, changed: Event, isCoalesced: boolean) {
  return { id, key, audience: EVERYBODY, event: changed, isCoalesced }
}
