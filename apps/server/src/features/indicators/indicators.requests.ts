import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import type { IndicatorValuesService } from './indicator-values.ts'

export function indicatorRequests(
  values: IndicatorValuesService,
): Pick<RequestHandlers, 'testIndicator' | 'fetchIndicator'> {
  return {
    testIndicator: { answer: (request, viewer) => values.test(request, viewer) },
    fetchIndicator: { answer: (request, viewer) => values.fetch(request, viewer) },
  }
}
