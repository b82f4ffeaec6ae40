import type {
  AccountMessage,
  VenueBalance,
  VenueFill,
  VenueFinancing,
  VenueOrder,
  VenueTransfer,
} from '@tradeloom/venues'

type News = Exclude<AccountMessage, { readonly kind: 'connected' | 'lost' }>

/** What the private stream has told in a row. Of an order and of a currency, the newest statement counts. */
export class ToldNews {
  readonly fills: VenueFill[] = []
  readonly transfers: VenueTransfer[] = []
  readonly financing: VenueFinancing[] = []
  readonly liquidated = new Set<string>()
  /** Null if no message says so. */
  isMarginCalled: boolean | null = null
  hasPositions = false
  readonly #orders = new Map<string, VenueOrder>()
  readonly #balances = new Map<string, VenueBalance>()

  get orders(): VenueOrder[] {
    return [...this.#orders.values()]
  }

  get balances(): VenueBalance[] {
    return [...this.#balances.values()]
  }

  add(news: News): void {
    if (news.kind === 'fill') this.fills.push(news.fill)
    else if (news.kind === 'order') this.#orders.set(news.order.venueId, news.order)
    else if (news.kind === 'transfer') this.transfers.push(news.transfer)
    else if (news.kind === 'financing') this.financing.push(news.financing)
    else if (news.kind === 'liquidation') this.liquidated.add(news.instrumentId)
    else if (news.kind === 'margin') this.isMarginCalled = news.isCalled
    else if (news.kind === 'positions') this.hasPositions = true
    else for (const balance of news.balances) this.#balances.set(balance.currency, balance)
  }
}
