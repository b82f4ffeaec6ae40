import { expect, it } from 'vitest'
import { socketRequests } from '../socket/messages.ts'
import { TIME_OUTS } from '../socket/time-outs.ts'
import { topics } from '../socket/topics.ts'
import { routes } from './endpoints.ts'

/** Of the specification, with `:id` for ids. */
const CALLS = [
  'GET /api/algorithm/:id/positions',
  'GET /api/positions/closed',
  'GET /api/positions/open',
  'GET /api/broker/positions',
  'DELETE /api/position/:id',
  'GET /api/position/:id/orders',
  'GET /api/orders',
]
const REQUESTS = [
  'request-connected',
  'request-status',
  'subscribe-status',
  'request-account',
  'open-position',
  'close-position',
  'teardown',
  'initialize-broker-connection',
  'order',
]

it.each(CALLS)('%s exists, for its user', (call) => {
  expect(routes.filter(({ method, path }) => `${method} ${path}` === call)).toMatchObject([{ auth: 'user' }])
})

it.each(REQUESTS)('the live message %s exists', (name) => {
  expect(Object.keys(socketRequests)).toContain(name)
})

it.each(['balances', 'orders', 'executions', 'brokers'])('the subscription %s exists', (name) => {
  expect(Object.keys(topics)).toContain(name)
})

it('clients wait 3 s for status, account and connections, 10 s for prices, 6 s for logs, 8 s for charts and tails', () => {
  const waits = Object.fromEntries(Object.entries(TIME_OUTS).map(([name, { ms }]) => [name, ms]))
  expect(waits).toMatchObject({
    'request-status': 3_000,
    'request-account': 3_000,
    'request-connected': 3_000,
    'request-price-snapshot': 10_000,
    'request-cached-price': 10_000,
    'request-log-connection': 6_000,
    'request-log-account': 6_000,
    'fetch-charts': 8_000,
    'tail-log': 8_000,
  })
})
