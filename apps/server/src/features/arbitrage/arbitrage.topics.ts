import { type ArbitrageList, type LiveCurrency, MAX_ARBITRAGE_IDS, type TopicEvent } from '@tradeloom/contracts'
import { shownCurrency } from '@tradeloom/domain'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Topic, Topics } from '../../platform/realtime/topic.ts'
import { ArbitrageScan, type ArbitrageScanDeps } from './arbitrage-scan.ts'
import { isTraded, marketsOfSeveralVenues } from './compared-markets.ts'
import { CurrencyWatch } from './live-currency.ts'

/** Everybody sees the same prices. */
const EVERYBODY = 'everybody'
/** Four times a second. */
const FLUSH_MS = 250
/** Lists that are compared at the same time in this server. */
const MAX_SCANS = 24

/** Lists of two markets and more, compared while somebody listens. */
export function arbitrageTopics(deps: ArbitrageScanDeps) {
  const scans = new Map<string, ArbitrageScan>()
  const topicOf = (idsOf: (id: string) => readonly string[] | null): Topic<TopicEvent<'arbitrage'>> => ({
    flushMs: FLUSH_MS,
    admit: async (id) => {
      if ((idsOf(id)?.length ?? 0) > MAX_ARBITRAGE_IDS)
        throw invalid(`At most ${MAX_ARBITRAGE_IDS} instruments are compared`)
      if (scans.size >= MAX_SCANS && !scans.has(id)) {
        throw new AppError('limit', 'too-many-lists', 'Too many lists are compared at the moment')
      }
      return EVERYBODY
    },
    snapshot: async (id) => {
      const scan = scans.get(id)
      if (scan === undefined) return []
      await scan.ready
      return [{ key: 'arbitrage', event: listEvent(scan.look()) }]
    },
    changes: () => [],
    open: (id, publish) => {
      const scan = new ArbitrageScan(
        deps,
        (listed) => idsOf(id) ?? marketsOfSeveralVenues(listed),
        (list) => publish({ key: 'arbitrage', audience: EVERYBODY, event: listEvent(list), isCoalesced: true }),
      )
      scans.set(id, scan)
      return {
        release: () => {
          scans.delete(id)
          scan.release()
        },
      }
    },
  })
  return {
    arbitrage: topicOf(() => null),
    'arbitrage.{id}': topicOf((id) => id.split('||')),
    'currency.{id}': currencyTopic(deps),
  } as const satisfies Topics
}

function currencyTopic(deps: ArbitrageScanDeps): Topic<TopicEvent<'currency.{id}'>> {
  return {
    flushMs: 1_000,
    admit: async (id) => {
      const listed = await deps.listings()
      const isKnown = listed.some(
        (one) => isTraded(one) && [one.dealt, one.quote].map(shownCurrency).includes(shownCurrency(id)),
      )
      if (!isKnown) throw notFound('Currency')
      return EVERYBODY
    },
    snapshot: async () => [],
    changes: () => [],
    open: (id, publish) => {
      const tell = (data: LiveCurrency): void =>
        publish({ key: 'currency', audience: EVERYBODY, event: { event: 'currency', data }, isCoalesced: true })
      return new CurrencyWatch(deps, id, tell)
    },
  }
}

function listEvent(data: ArbitrageList): TopicEvent<'arbitrage'> {
  return { event: 'arbitrage', data }
}
