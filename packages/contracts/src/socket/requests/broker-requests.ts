import { z } from 'zod'
import { tradingAccount } from '../../http/accounts.ts'
import { logLine } from '../../http/backtest-result.ts'
import { uuid } from '../../http/common.ts'
import {
  changeOrderRequest,
  closePositionRequest,
  openPositionRequest,
  orderAccepted,
  orderRequest,
  protectPositionRequest,
} from '../order-requests.ts'
import { socketRequest } from '../socket-request.ts'
import { brokerStatus } from '../trading-events.ts'

const byConnection = () => z.strictObject({ connectionId: uuid })
const byAccount = () => z.strictObject({ accountId: uuid })
const nothing = () => z.strictObject({})

const STATUS = { ms: 3_000, text: 'Connection timeout on status request' }
const LOG = { ms: 6_000, text: 'Unable to fetch log - Connection timeout' }
/** A client repeats it with the same key. */
const ORDER = { ms: 8_000 }

/** Whether a connection works. */
export const requestConnected = socketRequest({
  name: 'request-connected',
  channels: ['brokers'],
  payload: byConnection,
  answer: () => brokerStatus,
  scope: 'read',
  timeout: { ms: 3_000, text: 'Connection timeout on connected request' },
})

/** The light of the site: true if all connections work, null if the platform alone does. */
export const requestStatus = socketRequest({
  name: 'request-status',
  channels: ['brokers'],
  payload: nothing,
  answer: () => brokerStatus.pick({ isConnected: true }),
  scope: 'read',
  timeout: STATUS,
})

/** The state of each connection; the topic `brokers` has the changes. */
export const subscribeStatus = socketRequest({
  name: 'subscribe-status',
  channels: ['brokers'],
  payload: nothing,
  answer: () => z.array(brokerStatus),
  scope: 'read',
  timeout: STATUS,
})

export const requestAccount = socketRequest({
  name: 'request-account',
  channels: ['brokers'],
  payload: byAccount,
  answer: () => tradingAccount,
  scope: 'read',
  timeout: { ms: 3_000, text: 'Connection timeout on account request' },
})

export const openPosition = socketRequest({
  name: 'open-position',
  channels: ['brokers'],
  payload: () => openPositionRequest,
  answer: () => orderAccepted,
  scope: 'trade',
  timeout: ORDER,
})

export const closePosition = socketRequest({
  name: 'close-position',
  channels: ['brokers'],
  payload: () => closePositionRequest,
  answer: () => orderAccepted,
  scope: 'trade',
  timeout: ORDER,
})

export const placeOrder = socketRequest({
  name: 'order',
  channels: ['brokers'],
  payload: () => orderRequest,
  answer: () => orderAccepted,
  scope: 'trade',
  timeout: ORDER,
})

/** Changes the stop loss, the take profit and the trailing stop of an open position. */
export const protectPosition = socketRequest({
  name: 'protect-position',
  channels: ['brokers'],
  payload: () => protectPositionRequest,
  answer: () => orderAccepted,
  scope: 'trade',
  timeout: ORDER,
})

/** Gives a working order another price or quantity: it stays one order. */
export const changeOrder = socketRequest({
  name: 'change-order',
  channels: ['brokers'],
  payload: () => changeOrderRequest,
  answer: () => orderAccepted,
  scope: 'trade',
  timeout: ORDER,
})

/** Opens what a connection needs to trade; answered once it works. */
export const initializeBrokerConnection = socketRequest({
  name: 'initialize-broker-connection',
  channels: ['brokers'],
  payload: byConnection,
  answer: () => brokerStatus,
  scope: 'trade',
  timeout: { ms: 8_000 },
})

/** It is not needed for now. */
export const teardown = socketRequest({
  name: 'teardown',
  channels: ['brokers'],
  payload: byConnection,
  answer: () => brokerStatus,
  scope: 'trade',
  timeout: { ms: 8_000 },
})

/** What happened lately, oldest first. */
export const requestConnectionLog = socketRequest({
  name: 'request-log-connection',
  channels: ['brokers'],
  payload: byConnection,
  answer: () => z.array(logLine),
  scope: 'read',
  timeout: LOG,
})

export const requestAccountLog = socketRequest({
  name: 'request-log-account',
  channels: ['brokers'],
  payload: byAccount,
  answer: () => z.array(logLine),
  scope: 'read',
  timeout: LOG,
})
