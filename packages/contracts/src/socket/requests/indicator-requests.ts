import { fetchIndicatorRequest, INDICATOR_WAIT_MS, indicatorValues, testIndicatorRequest } from '../indicator-test.ts'
import { socketRequest } from '../socket-request.ts'

export const testIndicator = socketRequest({
  name: 'test-indicator',
  channels: ['indicators'],
  payload: () => testIndicatorRequest,
  answer: () => indicatorValues,
  scope: 'write',
  timeout: { ms: INDICATOR_WAIT_MS },
})

export const fetchIndicator = socketRequest({
  name: 'fetch-indicator',
  channels: ['indicators'],
  payload: () => fetchIndicatorRequest,
  answer: () => indicatorValues,
  scope: 'read',
  timeout: { ms: INDICATOR_WAIT_MS },
})
