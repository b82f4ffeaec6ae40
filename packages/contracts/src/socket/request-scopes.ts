import type { ApiScope } from '../http/api-terms.ts'
import type { SocketRequestName } from './messages.ts'

/** What the key of a program must include for each request. */
export const requestScopes: Readonly<Record<SocketRequestName, ApiScope>> = {
  'fetch-charts': 'read',
  'fetch-positions': 'read',
  'fetch-results': 'read',
  'fetch-log': 'read',
  'fetch-log-list': 'read',
  'tail-log': 'read',
  stop: 'write',
  'historical-prices': 'read',
  'historical-ticks': 'read',
  'request-price-snapshot': 'read',
  'request-cached-price': 'read',
  'test-indicator': 'write',
  'fetch-indicator': 'read',
  'request-connected': 'read',
  'request-status': 'read',
  'subscribe-status': 'read',
  'request-account': 'read',
  'open-position': 'trade',
  'close-position': 'trade',
  order: 'trade',
  'protect-position': 'trade',
  'initialize-broker-connection': 'trade',
  teardown: 'trade',
  'request-log-connection': 'read',
  'request-log-account': 'read',
}
