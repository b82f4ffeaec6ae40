import { OrderDesk, type OrderDeskParts } from '@tradeloom/engine'

import type { ActionLog } from './action-log.ts'

type Market = Parameters<OrderDesk['place']>[0]
type Order = ReturnType<OrderDesk['place']>
type Entered = ReturnType<OrderDesk['placeClose']>

/** Records the requests of a script. It reads nothing from them, because the script could notice. */
export class ObservedDesk extends OrderDesk {
  readonly #actions: ActionLog
  readonly #account: OrderDeskParts['account']
  /** Of the order being placed. */
  #attached = ''
  #isClosingAll = false

  constructor(actions: ActionLog, parts: OrderDeskParts) {
    super(parts)
    this.#actions = actions
    this.#account = parts.account
  }

  /** Orders rejected and positions closed for lack of margin. */
  get marginEvents(): number {
    const { allRejections, closeouts } = this.#account.marginRecord
    return allRejections + closeouts
  }

  override place(market: Market, request: unknown, buy: boolean): Order {
    this.#attached = ''
    const order = super.place(market, request, buy)
    this.#actions.add(buy ? 'buy' : 'sell', orderText(order, market), this.#attached)
    if (order.status === 'REJECTED') this.#actions.reject(order.reason)
    return order
  }

  protected override enter(order: Entered, problem: string | null): Entered {
    this.#attached = attachedText(order)
    return super.enter(order, problem)
  }

  override placeClose(...request: Parameters<OrderDesk['placeClose']>): Entered {
    const order = super.placeClose(...request)
    if (!this.#isClosingAll) this.#actions.add('close', orderText(order.record(), request[0]))
    return order
  }

  override closeWhole(...request: Parameters<OrderDesk['closeWhole']>): void {
    this.#isClosingAll = true
    super.closeWhole(...request)
    this.#isClosingAll = false
    this.#actions.add('close all', marketText(request[0]))
  }

  override modify(target: unknown, changes: unknown): ReturnType<OrderDesk['modify']> {
    const answer = super.modify(target, changes)
    this.#actions.add('modify', String(answer.accepted))
    return answer
  }

  override cancel(target: unknown): ReturnType<OrderDesk['cancel']> {
    const answer = super.cancel(target)
    this.#actions.add('cancel', String(answer.accepted))
    return answer
  }

  override link(targets: readonly unknown[]): ReturnType<OrderDesk['link']> {
    const answer = super.link(targets)
    this.#actions.add('oco', String(answer.accepted))
    return answer
  }
}

/** Stops as requested: levels, or distances from the fill. */
function attachedText({ stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance }: Entered): string {
  const numbers = [stopLoss, takeProfit, trailingStop, stopLossDistance, takeProfitDistance]
  return numbers.map((value) => (Number.isNaN(value) ? '' : String(value))).join(' ')
}

/** The status is the last word. */
function orderText({ type, quantity, limitPrice, stopPrice, status }: Order, market: Market): string {
  return [type, quantity, limitPrice, stopPrice, marketText(market), status].map(String).filter(Boolean).join(' ')
}

/** Nothing for the run's own market. */
function marketText({ market, instrument }: Market): string {
  return market === 0 ? '' : instrument.id
}
