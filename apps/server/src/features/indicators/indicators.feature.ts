import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { indicatorsTopic } from './indicator-events.ts'
import { IndicatorRuns } from './indicator-runs.ts'
import { IndicatorValuesService } from './indicator-values.ts'
import { createIndicatorsRepository } from './indicators.repository.ts'
import { indicatorRequests } from './indicators.requests.ts'
import { indicatorHandlers } from './indicators.routes.ts'
import { IndicatorsService } from './indicators.service.ts'

export function indicatorsFeature(
  { db, bus, answers, logger, runners }: Platform,
  { market }: Pick<InstrumentsFeature, 'market'>,
) {
  const indicators = new IndicatorsService(createIndicatorsRepository(db), bus)
  const runs = new IndicatorRuns(bus, logger)
  const values = new IndicatorValuesService({ indicators, market, runs })
  return {
    handlers: indicatorHandlers(indicators, answers),
    requests: indicatorRequests(values),
    topics: { indicators: indicatorsTopic },
    async work(): Promise<void> {
      runs.usePool(runners())
    },
    async stop(): Promise<void> {
      runs.stop()
    },
  } as const satisfies Feature
}
