import { Readable } from 'node:stream'
import type { Handlers } from '../../platform/http/route.ts'
import type { Login } from '../../platform/auth/login.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { CurrencyPrices } from './currency-prices.ts'
import { exportSeries } from './export-series.ts'
import { learnSpread } from './learn-spread.ts'
import type { MarketService } from './market.service.ts'
import { readTicks } from './read-ticks.ts'

type InstrumentHandlers = Pick<
  Handlers,
  | 'listInstruments'
  | 'listInstrumentsForUser'
  | 'listCurrencies'
  | 'historicalAvailability'
  | 'historicalPrices'
  | 'getMarketQuality'
  | 'learnSpread'
  | 'exportMarketData'
>

interface InstrumentDeps {
  readonly market: MarketService
  readonly currencies: CurrencyPrices
  readonly answers: StampedAnswers
}

export function instrumentHandlers({ market, currencies, answers }: InstrumentDeps): InstrumentHandlers {
  return {
    listInstruments: ({ login }) => market.list(viewerOf(login)),
    listInstrumentsForUser: ({ userId }) => market.list(userId),
    listCurrencies: () => currencies.list(),
    historicalAvailability: async ({ query, login }) => {
      const found = await market.available(query.instrumentId, query.interval, viewerOf(login))
      const stretches = found.map(({ first, last }) => ({
        first: new Date(first).toISOString(),
        last: new Date(last).toISOString(),
      }))
      return { date: stretches[0]?.first ?? null, stretches }
    },
    historicalPrices: async ({ query, login, request, reply }) => {
      const { instrumentId, interval, start, end, limit, sides } = query
      if (interval === 'Tick') return readTicks(market, query, viewerOf(login))
      const { window, more } = await market.bars({ ...query, interval }, viewerOf(login))
      const key = ['prices', instrumentId, interval, start, end, limit, sides]
      const text = () => `{"rows":${window.json(sides)},"more":${more}}`
      return answers.answerText(request, reply, { key, stamp: window.stamp, text })
    },
    getMarketQuality: ({ query, login }) => market.quality(query, viewerOf(login)),
    exportMarketData: async ({ params, query, userId, reply }) => {
      const { fileName, lines } = await exportSeries(market, { ...params, ...query }, userId)
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      // Streamed: years of ticks are gigabytes.
      await reply.send(Readable.from(lines))
      return ''
    },
    learnSpread: ({ query, userId }) => learnSpread(market, query.instrumentId, userId),
  }
}

/** Null for a visitor. */
function viewerOf(login: Login | null): string | null {
  return login?.user.id ?? null
}
