import { z } from 'zod'
import { instrumentId } from '../../http/common.ts'
import { historicalPrices } from '../../http/instruments.ts'
import { line } from '../../http/text.ts'
import { isoTime } from '../../http/time.ts'
import { historicalTicks } from '../historical-ticks.ts'
import { livePrice } from '../price-events.ts'
import { socketRequest } from '../socket-request.ts'

/** Prices have no channel in the specification: every screen requests them on its current channel. */
const SCREENS = ['brokers', 'backtestController', 'indicators'] as const
const ofInstrument = () => z.strictObject({ instrumentId })

export const fetchPrices = socketRequest({
  name: 'historical-prices',
  channels: SCREENS,
  payload: () => z.strictObject({ instrumentId, interval: line.max(4), start: isoTime, end: isoTime }),
  answer: () => historicalPrices.response,
  scope: 'read',
  timeout: { ms: 8_000 },
})

/** Of at most `MAX_TICK_SPAN_MS`. */
export const fetchTicks = socketRequest({
  name: 'historical-ticks',
  channels: SCREENS,
  payload: () => z.strictObject({ instrumentId, start: isoTime, end: isoTime }),
  answer: () => historicalTicks,
  scope: 'read',
  timeout: { ms: 8_000 },
})

/** Of the running stream. */
export const requestPriceSnapshot = socketRequest({
  name: 'request-price-snapshot',
  channels: ['brokers'],
  payload: ofInstrument,
  answer: () => livePrice,
  scope: 'read',
  timeout: { ms: 10_000, text: 'Connection timeout on price snapshot request' },
})

/** The newest price there is, however old it is. */
export const requestCachedPrice = socketRequest({
  name: 'request-cached-price',
  channels: ['brokers'],
  payload: ofInstrument,
  answer: () => livePrice,
  scope: 'read',
  timeout: { ms: 10_000, text: 'Connection timeout on cached price request' },
})
