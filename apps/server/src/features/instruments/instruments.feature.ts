import { readListings } from '@tradeloom/database'
import { ensureSimulatedMarket } from '@tradeloom/market-data'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { ImportQuotas } from '../market-imports/import-quotas.ts'
import { ownQuota } from '../market-imports/own-quota.ts'
import { waitingImports } from '../market-imports/waiting-imports.ts'
import { CurrencyPrices } from './currency-prices.ts'
import { instrumentRequests } from './instruments.requests.ts'
import { instrumentHandlers } from './instruments.routes.ts'
import { createMarketService } from './market.service.ts'
import { privateDataHandlers } from './private-data.routes.ts'
import { PrivateDataService } from './private-data.service.ts'

/** It is made of days, and does nothing while there is no new one. */
const HOUR_MS = 60 * 60_000

export function instrumentsFeature({ config, db, store, now, answers, logger }: Platform) {
  const market = createMarketService({ store, readListings: () => readListings(db), now })
  const quotas = new ImportQuotas(
    config.userQuotas,
    (userId) => waitingImports(db, userId),
    (userId) => ownQuota(db, userId),
  )
  const privateData = new PrivateDataService({ db, market })
  let timer: NodeJS.Timeout | undefined
  let making: Promise<unknown> = Promise.resolve()
  /** Up to the last full day: what follows is received live. */
  const simulate = async (): Promise<void> => {
    const made = ensureSimulatedMarket(store, { now: now() })
    making = made.catch(() => undefined)
    await made
    market.invalidate()
  }
  return {
    market,
    quotas,
    handlers: {
      ...instrumentHandlers({ market, answers, currencies: new CurrencyPrices(market, now) }),
      ...privateDataHandlers({ privateData, market, quotas }),
    },
    requests: instrumentRequests(market),
    async start(report: (detail: string) => void): Promise<void> {
      if (!config.simulatedMarket) return
      report('Creating the simulated market')
      await simulate()
      timer = setInterval(
        () =>
          void simulate().catch((error: unknown) =>
            logger.warn({ err: error }, 'the simulated market is not continued'),
          ),
        HOUR_MS,
      )
      timer.unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await making
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type InstrumentsFeature = ReturnType<typeof instrumentsFeature>
