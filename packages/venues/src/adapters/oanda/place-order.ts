import { roundToStep } from '@tradeloom/domain'
import type { PlacePayload } from '@tradeloom/trading'
import type {
  OrderAnswer,
  OrderReference,
  PairAnswer,
  ProtectivePair,
  TrailingStop,
} from '../../ports/order-gateway.ts'
import { inSteps } from '../../wire/in-steps.ts'
import { OrderDenied } from '../../wire/order-denied.ts'
import { readDetails } from './account-details.ts'
import type { InstrumentList } from './instrument-list.ts'
import type { InstrumentRules } from './instrument-rules.ts'
import { OandaError } from './oanda-error.ts'
import type { OandaRest } from './oanda-rest.ts'
import { levelsBody, NO_STOPS, type OnFill, orderBody, trailBody } from './order-body.ts'
import { isOnFillName } from './order-names.ts'
import { markTrade } from './order-trail.ts'
import { readLevel, readPlaced } from './read-answer.ts'
import { decimalOf, textOf } from './read-fields.ts'
import { nameOf } from './read-order.ts'
import { type Prepared, sendOrder } from './send-order.ts'

type Level = 'stopLoss' | 'takeProfit'
type Protected = Pick<PlacePayload, 'quantity'> & { readonly closes?: string | undefined }

const TOGETHER = 'OANDA did not take both orders, so neither is there'

/** Sends orders in the form that the account takes them: as orders, as levels of a trade, or as the end of one. */
export class PlaceOrder {
  readonly #rest: OandaRest
  readonly #list: InstrumentList

  constructor(rest: OandaRest, list: InstrumentList) {
    this.#rest = rest
    this.#list = list
  }

  async one(reference: OrderReference, order: PlacePayload): Promise<OrderAnswer> {
    const { instrumentId, until } = reference
    let isAlone = false
    const answer = await sendOrder<OrderAnswer>(this.#parts, {
      priority: order.reduceOnly ? 'urgent' : 'order',
      instrumentId,
      until,
      prepare: async (rules) => {
        if (order.instrumentId !== instrumentId) throw new OrderDenied('The order names another instrument')
        if (order.closes !== undefined && order.type === 'MARKET')
          return this.#end(order, order.closes, reference, rules)
        const level = levelOf(order)
        const trade = level === null ? null : await this.#tradeOf(order, rules)
        if (level !== null && trade !== null) return levelOfTrade(order, { level, trade }, reference, rules)
        isAlone = level !== null
        return this.#order(order, reference, rules)
      },
    })
    if (isAlone && answer.kind === 'ACCEPTED') await this.#dropStopsOnFill(instrumentId)
    return answer
  }

  /** Both as levels of one trade where that is what they protect; elsewhere, two orders that can only reduce. */
  async pair({ takeProfit, stopLoss, limitPrice, stopPrice, ...pair }: ProtectivePair): Promise<PairAnswer> {
    const { instrumentId } = pair
    const terms = { ...protectionTerms, ...pair }
    const [target, stop] = [
      { ...terms, type: 'LIMIT', limitPrice, stopPrice: null },
      { ...terms, type: 'STOP', limitPrice: null, stopPrice },
    ] as const
    let isAlone = false
    const answer = await sendOrder<PairAnswer>(this.#parts, {
      priority: 'urgent',
      instrumentId,
      prepare: async (rules) => {
        const trade = await this.#tradeOf(pair, rules)
        if (trade === null) {
          isAlone = true
          throw new OrderDenied('They belong to several trades')
        }
        const levels = {
          stopLoss: { price: stopPrice, clientId: stopLoss.clientId },
          takeProfit: { price: limitPrice, clientId: takeProfit.clientId },
        }
        return {
          method: 'PUT',
          path: `/trades/${trade}/orders`,
          body: levelsBody(levels, rules),
          read: (body) => {
            const stopAnswer = readLevel(body, 'stopLoss', stop, stopLoss.clientId)
            const targetAnswer = readLevel(body, 'takeProfit', target, takeProfit.clientId)
            // One of them may be there: each is looked up by its own name.
            if (stopAnswer.kind === 'REFUSED') return { kind: 'UNKNOWN', reason: stopAnswer.reason }
            if (targetAnswer.kind === 'REFUSED') return { kind: 'UNKNOWN', reason: targetAnswer.reason }
            return { kind: 'ACCEPTED', takeProfitId: targetAnswer.venueId ?? '', stopLossId: stopAnswer.venueId ?? '' }
          },
        }
      },
    })
    return isAlone ? this.#oneByOne([stopLoss, stop], [takeProfit, target]) : answer
  }

  /** As a level of a trade, which nothing but a trade can have here. */
  trailing(reference: OrderReference, { distance, ...stop }: TrailingStop): Promise<OrderAnswer> {
    const { instrumentId, clientId } = reference
    return sendOrder<OrderAnswer>(this.#parts, {
      priority: 'urgent',
      instrumentId,
      prepare: async (rules) => {
        const trade = await this.#tradeOf(stop, rules)
        if (trade === null)
          throw new OrderDenied('OANDA moves the stop of a single trade, and the position has several')
        const order = { ...stop, type: 'STOP', limitPrice: null, stopPrice: null } as const
        return {
          method: 'PUT',
          path: `/trades/${trade}/orders`,
          body: trailBody(distance, clientId, rules),
          read: (body) => {
            const answer = readLevel(body, 'trailingStopLoss', order, clientId)
            if (answer.kind === 'REFUSED') return answer
            return { ...answer, order: { ...answer.order, trailingDistance: distance } }
          },
        }
      },
    })
  }

  /** The stops that go with an order: none if its position would not be the trade that it opens. */
  async onFill(
    { reduceOnly, stopLoss, stopLossDistance, takeProfit, trailingStop }: PlacePayload,
    { name, trailing, tick }: InstrumentRules,
  ): Promise<OnFill> {
    const [least, most] = trailing ?? [Infinity, -Infinity]
    // A distance that the venue refuses would keep the order from being filled; it is watched by the caller instead.
    const isTaken = trailingStop !== null && trailingStop >= least && trailingStop <= most
    const wanted = {
      stopLoss,
      stopLossDistance: stopLoss === null ? stopLossDistance : null,
      takeProfit,
      trailingStop:
        isTaken && roundToStep(trailingStop, Number(tick), 'nearest') === trailingStop ? trailingStop : null,
    }
    if (reduceOnly || Object.values(wanted).every((one) => one === null)) return NO_STOPS
    const { isHedging, trades } = await readDetails(this.#rest, 'order')
    return isHedging || trades.every(({ instrument }) => instrument !== name) ? wanted : NO_STOPS
  }

  get #parts() {
    return { rest: this.#rest, list: this.#list }
  }

  async #order(
    order: PlacePayload,
    { clientId }: OrderReference,
    rules: InstrumentRules,
  ): Promise<Prepared<OrderAnswer>> {
    const body = { order: orderBody(order, clientId, rules, await this.onFill(order, rules)) }
    return { method: 'POST', path: '/orders', body, read: (answer) => readPlaced(answer, order, clientId) }
  }

  async #end(
    order: PlacePayload,
    trade: string,
    { clientId }: OrderReference,
    rules: InstrumentRules,
  ): Promise<Prepared<OrderAnswer>> {
    const units = inSteps(order.quantity, rules.step, 'quantity')
    await markTrade(this.#rest, trade, clientId)
    const read = (answer: Parameters<typeof readPlaced>[0]): OrderAnswer => readPlaced(answer, order, clientId)
    return { method: 'PUT', path: `/trades/${trade}/close`, body: { units }, read }
  }

  /** The trade whose levels protect a position; null if that consists of several ones. */
  async #tradeOf({ closes, quantity }: Protected, { name }: InstrumentRules): Promise<string | null> {
    if (closes !== undefined) return closes
    const { isHedging, trades } = await readDetails(this.#rest, 'urgent')
    const [first, ...others] = trades.filter(({ instrument }) => instrument === name)
    if (isHedging || !first || others.length > 0) return null
    return Math.abs(decimalOf(first['currentUnits'])) === quantity ? textOf(first['id']) : null
  }

  async #oneByOne(
    [stopName, stop]: readonly [OrderReference, PlacePayload],
    [targetName, target]: readonly [OrderReference, PlacePayload],
  ): Promise<PairAnswer> {
    const first = await this.one(stopName, stop)
    if (first.kind !== 'ACCEPTED') return first
    const second = await this.one(targetName, target)
    if (second.kind === 'ACCEPTED')
      return { kind: 'ACCEPTED', takeProfitId: second.venueId ?? '', stopLossId: first.venueId ?? '' }
    const path = `/orders/@${stopName.clientId}/cancel`
    const isTaken = await this.#rest.send({ method: 'PUT', path, priority: 'urgent' }).catch(() => null)
    if (second.kind === 'UNKNOWN' || isTaken === null) return { kind: 'UNKNOWN', reason: second.reason }
    return { ...second, reason: `${TOGETHER}: ${second.reason}` }
  }

  /** The stop of the whole position takes the place of those of its trades. What is left is seen as an order of no name. */
  async #dropStopsOnFill(instrumentId: string): Promise<void> {
    try {
      const { orders, trades } = await readDetails(this.#rest, 'urgent')
      const name = (await this.#list.readSoon()).get(instrumentId)?.name
      const here = new Set(trades.filter(({ instrument }) => instrument === name).map(({ id }) => id))
      for (const order of orders) {
        if (!isOnFillName(nameOf(order)) || !here.has(order['tradeID'])) continue
        const path = `/orders/${textOf(order['id'])}/cancel`
        await this.#rest.send({ method: 'PUT', path, priority: 'urgent' })
      }
    } catch (error) {
      if (!(error instanceof OandaError)) throw error
    }
  }
}

const protectionTerms = {
  kind: 'PLACE',
  timeInForce: 'GTC',
  expiry: null,
  postOnly: false,
  reduceOnly: true,
  stopLoss: null,
  takeProfit: null,
  trailingStop: null,
  stopLossDistance: null,
  takeProfitDistance: null,
} as const

/** Which level of a position an order is; null if it is none. */
function levelOf({ type, reduceOnly, closes }: PlacePayload): Level | null {
  if (!reduceOnly && closes === undefined) return null
  return type === 'STOP' ? 'stopLoss' : type === 'LIMIT' ? 'takeProfit' : null
}

function levelOfTrade(
  order: PlacePayload,
  { level, trade }: { readonly level: Level; readonly trade: string },
  { clientId }: OrderReference,
  rules: InstrumentRules,
): Prepared<OrderAnswer> {
  const price = order.stopPrice ?? order.limitPrice
  if (price === null) throw new OrderDenied('The prices do not fit the order type')
  return {
    method: 'PUT',
    path: `/trades/${trade}/orders`,
    body: levelsBody({ [level]: { price, clientId } }, rules),
    read: (body) => readLevel(body, level, order, clientId),
  }
}
