import { type IntentRow, type LedgerRow, type PositionRow } from '@tradeloom/database'
import { type ListedInstrument, tidy } from '@tradeloom/domain'
import { canonicalJson, isProtection, receivedOf, wantedLevels } from '@tradeloom/trading'
import type { VenueFill } from '@tradeloom/venues'
import { bookPosition } from '../brokers/book-position.ts'
import { fillRow } from '../brokers/stated-rows.ts'
import type { JournalNews } from './account-news.ts'
import { type Books, SESSION } from './session-in-memory.fixture.ts'

type Changed<Row> = { -readonly [Name in keyof Row]: Row[Name] }
const FEE = 0.001
const SPOT = { model: 'spot', rate: 1, marginRate: 1, closes: null } as const
const NO_LEVELS = { stopLoss: null, takeProfit: null, trailingStop: null, matchedRow: -1 }

interface Working {
  readonly intent: Changed<IntentRow>
  left: number
}

/** A spot venue and the books of one session there: the test says how its orders are filled, in which parts and when. */
export class SpotBooks implements Books {
  readonly positions = new Map<string, PositionRow>()
  readonly journal: JournalNews[] = []
  readonly intents = new Map<string, Changed<IntentRow>>()
  /** Coins at the venue. */
  coins = 0
  readonly #listing: ListedInstrument
  /** Orders at the venue that are not filled yet, oldest first. */
  readonly #working: Working[] = []
  /** Which position the fills of an order have opened. */
  readonly #opened = new Map<string, string>()
  #trades = 0

  constructor(listing: ListedInstrument) {
    this.#listing = listing
  }

  get workingCount(): number {
    return this.#working.length
  }

  write(written: IntentRow): void {
    const intent: Changed<IntentRow> = { ...written }
    this.intents.set(intent.id, intent)
    if (intent.state !== 'WRITTEN') return
    const { payload } = intent
    if (payload.kind === 'PLACE') {
      intent.state = 'WORKING'
      this.#working.push({ intent, left: payload.quantity })
    } else if (payload.kind === 'CLOSE') {
      const held = this.positions.get(payload.positionId)
      const left = Math.min(payload.quantity, this.#sellable(held))
      intent.state = left > 0 ? 'WORKING' : 'REJECTED'
      if (left > 0) this.#working.push({ intent, left })
    } else if (payload.kind === 'PROTECT' && !isProtection(payload)) {
      const held = this.positions.get(payload.positionId)
      intent.state = held?.status === 'OPEN' ? 'DONE' : 'REJECTED'
      if (held?.status === 'OPEN')
        this.#record([{ table: 'positions', row: { ...held, ...payload.changes } as PositionRow }])
    } else if (payload.kind === 'CANCEL') {
      const at = this.#working.findIndex((one) => one.intent.id === payload.intentId)
      intent.state = at < 0 ? 'REJECTED' : 'DONE'
      const [order] = at < 0 ? [] : this.#working.splice(at, 1)
      if (order) order.intent.state = 'CANCELED'
    } else intent.state = 'REJECTED'
  }

  /** Executes a share of an order; less than a step of it is no execution. */
  fill(at: number, share: number, price: number, time: number): void {
    const order = this.#working[at % Math.max(1, this.#working.length)]
    if (!order) return
    const { payload } = order.intent
    const held = payload.kind === 'CLOSE' ? this.positions.get(payload.positionId) : undefined
    const most = payload.kind === 'CLOSE' ? Math.min(order.left, this.#sellable(held)) : order.left
    const quantity = this.#steps(share >= 1 ? most : order.left * share, most)
    if (quantity > 0) {
      this.#execute(order.intent, payload.kind === 'CLOSE' ? 'SELL' : 'BUY', { quantity, price, time })
      order.left = tidy(order.left - quantity)
    }
    const isDone = order.left < this.#listing.lotSize / 2 || (payload.kind === 'CLOSE' && this.#sellable(held) === 0)
    if (!isDone && (quantity > 0 || share < 1)) return
    this.#working.splice(this.#working.indexOf(order), 1)
    order.intent.state = 'FILLED'
  }

  /** The venue ends an order, after which a part of it may turn out to have been filled. */
  end(at: number, late: number, price: number, time: number): void {
    const order = this.#working[at % Math.max(1, this.#working.length)]
    if (order?.intent.payload.kind !== 'PLACE') return
    this.#working.splice(this.#working.indexOf(order), 1)
    order.intent.state = 'CANCELED'
    const quantity = this.#steps(order.left * late, order.left)
    if (quantity > 0) this.#execute(order.intent, 'BUY', { quantity, price, time })
  }

  /** The stop of a position is executed, or its owner sells a part of it by hand. */
  reduce(at: number, share: number, price: number, time: number): void {
    const open = [...this.positions.values()].filter(({ status }) => status === 'OPEN')
    const position = open[at % Math.max(1, open.length)]
    if (!position) return
    const sellable = this.#sellable(position)
    const quantity = this.#steps(sellable * share, sellable)
    if (quantity > 0) this.#execute(null, 'SELL', { quantity, price, time }, position)
  }

  #sellable(position: PositionRow | undefined): number {
    return position?.status === 'OPEN' ? this.#steps(position.quantity, position.quantity) : 0
  }

  #steps(quantity: number, most: number): number {
    const { lotSize } = this.#listing
    return tidy(Math.floor(Math.min(quantity, most) / lotSize + 1e-9) * lotSize)
  }

  /** As the process of the account books it. */
  #execute(
    intent: Changed<IntentRow> | null,
    side: 'BUY' | 'SELL',
    { quantity, price, time }: { readonly quantity: number; readonly price: number; readonly time: number },
    reduced?: PositionRow,
  ): void {
    this.#trades += 1
    const listing = this.#listing
    const isBuy = side === 'BUY'
    const fee = isBuy ? tidy(quantity * FEE) : quantity * price * FEE
    const fill: VenueFill = {
      tradeId: String(this.#trades),
      clientId: intent?.clientId ?? null,
      venueId: intent?.id ?? `guard${this.#trades}`,
      instrumentId: listing.id,
      time,
      side,
      price,
      quantity,
      fee,
      feeCurrency: isBuy ? listing.dealt : listing.quote,
      isMaker: false,
    }
    const payload = intent?.payload
    const meant = payload?.kind === 'CLOSE' ? payload.positionId : this.#opened.get(intent?.id ?? '')
    const known = reduced ?? this.positions.get(meant ?? '')
    const held = known?.status === 'OPEN' ? known : null
    const owner = { accountId: 'account', userId: 'user', venue: 'TEST', sessionId: SESSION }
    // What its first execution has set may have been changed since.
    const levels = payload?.kind === 'PLACE' && !held ? { ...NO_LEVELS, ...wantedLevels(payload, price) } : NO_LEVELS
    const reason = intent === null ? 'stop-loss' : null
    const paid = isBuy ? fee * price : fee
    const costs = { halfSpread: 0, slippage: 0 }
    const terms = { ...levels, reason }
    const execution = { ...SPOT, fill, listing, fee: paid, terms, costs, closes: held?.id ?? SPOT.closes }
    const { position, parts, profit } = bookPosition(held ? [held] : [], execution, owner)
    const received = receivedOf(fill, listing)
    this.coins = tidy(this.coins + (isBuy ? received : -quantity))
    if (intent && isBuy && position) this.#opened.set(intent.id, position.id)
    const booked = {
      intent: intent as IntentRow | null,
      order: null,
      position,
      profit,
      fee: { amount: paid, text: '' },
      lacks: null,
    }
    const prices = { decisionMid: null, quote: null }
    const row = fillRow(fill, { ...booked, received, accountId: 'account', reason, isGuardian: false, prices })
    const rows = [position, ...parts].filter((one) => one !== null)
    this.#record([...rows.map((one) => ({ table: 'positions', row: one }) as const), { table: 'fills', row }])
  }

  #record(rows: readonly LedgerRow[]): void {
    for (const one of rows) if (one.table === 'positions') this.positions.set(one.row.id, one.row)
    const images = rows.map(({ table, row }) => ({ table, key: 'tradeId' in row ? row.tradeId : row.id, row }))
    this.journal.push({ n: this.journal.length + 1, body: canonicalJson({ rows: images }) })
  }
}
