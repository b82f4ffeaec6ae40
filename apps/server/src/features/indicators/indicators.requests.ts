import { CHANNELS } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import type { IndicatorValuesService } from './indicator-values.ts'

type IndicatorRequests = Pick<SocketRequests, 'test-indicator' | 'fetch-indicator'>

export function indicatorRequests(values: IndicatorValuesService): IndicatorRequests {
  const channels = [CHANNELS.indicators]
  return {
    'test-indicator': { channels, answer: (request, viewer) => values.test(request, viewer) },
    'fetch-indicator': { channels, answer: (request, viewer) => values.fetch(request, viewer) },
  }
}
