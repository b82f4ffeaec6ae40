import {
  BAR_INTERVALS,
  CLOSE_REASONS,
  DIRECTIONS,
  ORDER_STATUSES,
  type OrderType,
  ORDER_TYPES,
  POSITION_STATUSES,
  type TimeInForce,
  TIMES_IN_FORCE,
} from '@tradeloom/domain'
import type {
  OpenedPosition,
  OrderRecord,
  Plot,
  PositionRecord,
  SessionRecords,
  WarmupRequest,
} from '@tradeloom/engine'
import { cleanLive, cleanLog } from '../clean-outcome.ts'
import { requestReader } from './clean-request.ts'
import {
  columnOf,
  listOf,
  oneOf,
  optional,
  orNull,
  type Read,
  readBoolean,
  readCount,
  readId,
  readNumber,
  readShape,
  readText,
} from './read-shape.ts'
import { MAX_SESSION_INPUTS, MAX_SESSION_REQUESTS, type SessionJob, type SessionOutput } from './session-protocol.ts'

const MAX_ID = 100
const MAX_TAG = 100
const MAX_TRADE = 200
const MAX_REASON = 2_000
const MAX_PLOTS = 32
const MAX_PLOT_NAME = 100
const MAX_COLOR = 50
const MAX_WARMUPS = 10_000

const number = orNull(readNumber)
const tag = optional(orNull(readText(MAX_TAG)))
const readPlot = readShape<Plot>({
  name: readText(MAX_PLOT_NAME),
  pane: oneOf(['overlay', 'study']),
  color: orNull(readText(MAX_COLOR)),
  steps: optional(readBoolean),
  time: columnOf(readNumber),
  value: columnOf(number),
})
const readCurve = readShape<SessionRecords['curve']>({
  time: columnOf(readNumber),
  equity: columnOf(readNumber),
  balance: columnOf(readNumber),
  drawdown: columnOf(readNumber),
})
const readDays = readShape<SessionRecords['days']>({ time: listOf(readNumber), equity: listOf(readNumber) })
const readOpened = readShape<OpenedPosition>({ positionId: readId, tradeId: readText(MAX_TRADE) })
const readWarmup = readShape<WarmupRequest>({
  interval: oneOf(BAR_INTERVALS),
  bars: readCount,
  instrumentId: optional(readText(MAX_ID)),
})

function positionReader(instrumentId: Read<string>): Read<PositionRecord> {
  return readShape<PositionRecord>({
    id: readId,
    instrumentId,
    direction: oneOf(DIRECTIONS),
    quantity: readNumber,
    openTime: readNumber,
    openPrice: readNumber,
    closeTime: number,
    closePrice: number,
    stopLoss: number,
    takeProfit: number,
    trailingStop: number,
    profit: readNumber,
    pips: readNumber,
    commission: readNumber,
    swapCost: readNumber,
    fundingCost: readNumber,
    status: oneOf(POSITION_STATUSES),
    closeReason: orNull(oneOf(CLOSE_REASONS)),
    tag,
    spreadCost: readNumber,
    slippageCost: readNumber,
    mae: readNumber,
    mfe: readNumber,
    maePips: readNumber,
    mfePips: readNumber,
    risk: number,
    equityAtEntry: readNumber,
    notional: readNumber,
    ambiguous: readBoolean,
    profitInterval: orNull(readPair),
  })
}

function readPair(value: unknown): readonly [number, number] {
  const [worst, best] = listOf(readNumber, 2)(value)
  return [readNumber(worst), readNumber(best)]
}

function orderReader(instrumentId: Read<string>): Read<OrderRecord> {
  return readShape<OrderRecord>({
    id: readId,
    instrumentId: optional(instrumentId),
    type: oneOf(Object.keys(ORDER_TYPES) as OrderType[]),
    side: oneOf(['BUY', 'SELL']),
    quantity: readNumber,
    limitPrice: number,
    stopPrice: number,
    timeInForce: oneOf(Object.keys(TIMES_IN_FORCE) as TimeInForce[]),
    postOnly: readBoolean,
    reduceOnly: readBoolean,
    time: readNumber,
    status: oneOf(ORDER_STATUSES),
    fillTime: number,
    fillPrice: number,
    liquidity: orNull(oneOf(['maker', 'taker'])),
    positionId: orNull(readId),
    reason: orNull(readText(MAX_REASON)),
    tag,
  })
}

/**
 * Reads the answers of a session. Orders move money, so unlike the log nothing of an answer is repaired: TypeError for one
 * that the engine would not give. A compromised runner can still report wrong numbers about its own account.
 */
export function outputReader({ spec, sendsOrders }: Pick<SessionJob, 'spec' | 'sendsOrders'>): Read<SessionOutput> {
  const instrumentIds = [spec.instrument.id, ...(spec.markets ?? []).map(({ instrument }) => instrument.id)]
  const instrumentId = oneOf(instrumentIds)
  const readOutput = readShape<SessionOutput>({
    taken: readCount,
    requests: listOf(requestReader(instrumentIds), sendsOrders ? MAX_SESSION_REQUESTS : 0),
    records: readShape<SessionRecords>({
      positions: listOf(positionReader(instrumentId)),
      orders: listOf(orderReader(instrumentId)),
      log: cleanLog,
      plots: listOf(readPlot, MAX_PLOTS),
      opened: listOf(readOpened, MAX_SESSION_INPUTS),
      curve: readCurve,
      days: readDays,
    }),
    live: cleanLive,
    warmup: listOf(readWarmup, MAX_WARMUPS),
  })
  return (value) => {
    const output = readOutput(value)
    if (output.taken > MAX_SESSION_INPUTS) throw new TypeError('more inputs than were given')
    return output
  }
}
