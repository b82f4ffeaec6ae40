import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { indicatorsTopic } from './indicator-events.ts'
import { IndicatorValuesService } from './indicator-values.ts'
import { createIndicatorsRepository } from './indicators.repository.ts'
import { indicatorRequests } from './indicators.requests.ts'
import { indicatorHandlers } from './indicators.routes.ts'
import { IndicatorsService } from './indicators.service.ts'

export function indicatorsFeature({ db, bus, answers }: Platform, { market }: Pick<InstrumentsFeature, 'market'>) {
  const indicators = new IndicatorsService(createIndicatorsRepository(db), bus)
  const values = new IndicatorValuesService({ indicators, market })
  return {
    handlers: indicatorHandlers(indicators, answers),
    requests: indicatorRequests(values),
    topics: { indicators: indicatorsTopic },
  } as const satisfies Feature
}
