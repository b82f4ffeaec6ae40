import { expect, it } from 'vitest'
import { CHANNEL_TOPICS, CHANNELS } from '../socket/messages.ts'
import type { SocketRequest } from '../socket/socket-request.ts'
import { socketRequests } from '../index.ts'
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
  'GET /api/algorithms/:id/sessions',
  'POST /api/algorithms/:id/sessions',
  'GET /api/sessions/active',
  'GET /api/sessions/ended',
  'PUT /api/session/:id',
  'GET /api/session/:id/positions',
  'GET /api/session/:id/positions/closed',
  'GET /api/session/:id/orders',
]
const REQUESTS = [
  'request-connected',
  'request-status',
  'subscribe-status',
  'request-account',
  'request-price-snapshot',
  'request-cached-price',
  'open-position',
  'close-position',
  'request-log-connection',
  'request-log-account',
  'teardown',
  'initialize-broker-connection',
  'order',
  'fetch-charts',
  'fetch-log-list',
  'fetch-log',
  'tail-log',
]

it.each(CALLS)('%s exists, for its user', (call) => {
  expect(routes.filter(({ method, path }) => `${method} ${path}` === call)).toMatchObject([{ auth: 'user' }])
})

it.each(REQUESTS)('the live message %s exists', (name) => {
  expect(Object.values<SocketRequest>(socketRequests).map((request) => request.name)).toContain(name)
})

it.each([
  'price.{id}',
  'ticker.{id}',
  'trades.{id}',
  'balances',
  'orders',
  'executions',
  'brokers',
  'tradingSessions',
  'logs',
])('the subscription %s exists', (name) => {
  expect(Object.keys(topics)).toContain(name)
})

it('brokers have channel 2, trading sessions channel 6', () => {
  expect(CHANNELS).toMatchObject({ brokers: 2, tradingSessions: 6 })
  expect(CHANNEL_TOPICS).toMatchObject({ 2: 'brokers', 6: 'tradingSessions' })
})

it('clients wait 3 s for status, account and connections, 10 s for prices, 6 s for logs, 8 s for charts and tails', () => {
  const waits = Object.fromEntries(
    Object.values<SocketRequest>(socketRequests).map(({ name, timeout }) => [name, timeout.ms]),
  )
  expect(waits).toMatchObject({
    'request-status': 3_000,
    'request-account': 3_000,
    'request-connected': 3_000,
    'request-price-snapshot': 10_000,
    'request-cached-price': 10_000,
    'request-log-connection': 6_000,
    'request-log-account': 6_000,
    'fetch-charts': 8_000,
    'fetch-log-list': 8_000,
    'fetch-log': 8_000,
    'tail-log': 8_000,
  })
})
