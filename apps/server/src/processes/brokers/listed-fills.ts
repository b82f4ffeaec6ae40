import type { OrderGateway, VenueFill } from '@tradeloom/venues'
import type { IntentSender } from '../../trading-core/intents/intent-sender.ts'
import type { VenueLedger } from './venue-ledger.ts'

/** Look-ups at the start, of orders that are not known here. */
const MAX_ASKED = 50

export interface ListedFillsParts {
  readonly gateway: OrderGateway
  readonly ledger: VenueLedger
  readonly sender: () => Pick<IntentSender, 'hasUnanswered' | 'lookUp'>
  /** Whether it is known how far earlier work has come. */
  readonly isRecovered: () => boolean
}

/** Books the executions that the venue lists: those that its stream did not report, or that came while nobody listened. */
export class ListedFills {
  readonly #parts: ListedFillsParts
  /** Orders about which the venue was asked at the start. */
  readonly #asked = new Set<string>()

  constructor(parts: ListedFillsParts) {
    this.#parts = parts
  }

  /** Those of a market since the last time. */
  async read(instrumentId: string): Promise<void> {
    const { gateway, ledger } = this.#parts
    const from = await ledger.cursor(instrumentId)
    for await (const { fills, cursor } of gateway.fills(instrumentId, from, await ledger.since())) {
      await this.book(fills)
      await ledger.setCursor(instrumentId, cursor)
    }
  }

  async book(fills: readonly VenueFill[]): Promise<void> {
    await this.#identify(fills)
    const named: VenueFill[] = []
    for (const fill of fills) named.push(await this.#named(fill))
    await this.#parts.ledger.fills(named)
  }

  /**
   * Orders without an answer are looked up before trades are booked that may be theirs. Throws if one of them cannot be
   * looked up now.
   */
  async #identify(fills: readonly VenueFill[]): Promise<void> {
    const sender = this.#parts.sender()
    if (!sender.hasUnanswered) return
    if ((await this.#parts.ledger.unknownOf(fills)).length === 0) return
    await sender.lookUp({ mustAnswer: true })
  }

  /**
   * A trade in a list names its order by the venue's number alone. The venue is asked whose it is, and how it stands, where
   * that may be an order of the guardian, which has no request, one from elsewhere that is shown as open, or one that was
   * presumed lost; and at the start, because a restored database may lack it.
   */
  async #named(fill: VenueFill): Promise<VenueFill> {
    const { gateway, ledger } = this.#parts
    if (fill.clientId !== null || !gateway.orderOf || !(await ledger.isNews(fill))) return fill
    const isStrange = await ledger.isStrange(fill)
    if (!isStrange && !this.#isAskedAtStart(fill)) return fill
    const found = await gateway.orderOf(fill.instrumentId, fill.venueId)
    if (found.kind === 'NONE') return fill
    if (isStrange || ledger.isOwn(found.order)) await ledger.order(found.order)
    return { ...fill, clientId: found.order.clientId }
  }

  /** Whoever trades a lot elsewhere has many, and each look-up costs a part of the rate budget. */
  #isAskedAtStart({ venueId }: VenueFill): boolean {
    if (this.#parts.isRecovered() || this.#asked.has(venueId) || this.#asked.size >= MAX_ASKED) return false
    this.#asked.add(venueId)
    return true
  }
}
