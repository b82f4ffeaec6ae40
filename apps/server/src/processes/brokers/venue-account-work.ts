import {
  type AccountMessage,
  type AccountReader,
  type AccountStream,
  KeyRefused,
  type OrderGateway,
  type VenueBalance,
  type VenueOrder,
} from '@tradeloom/venues'
import type { ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { inLedger } from '../../trading-core/intents/in-ledger.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { IntentSender } from '../../trading-core/intents/intent-sender.ts'
import { Serial } from '../../trading-core/intents/serial.ts'
import type { Lease } from '../../platform/leases/leases.ts'
import { MarginCheck } from './margin-check.ts'
import { PositionCheck } from './position-check.ts'
import { AbsentOrders, endAbsent } from './absent-orders.ts'
import { CustodyAudit } from './custody-audit.ts'
import { FillGaps } from './fill-gaps.ts'
import { HeldStops } from './held-stops.ts'
import { LinkedOrders } from './linked-orders.ts'
import { ListedFills } from './listed-fills.ts'
import { StopCustody } from './stop-custody.ts'
import { type OrderNews, VenueLedger, type VenueLedgerParts } from './venue-ledger.ts'
import { OrderRouter } from './order-router.ts'
import { VenueMoney } from './venue-money.ts'
import { orderRowId } from './venue-order-row.ts'
import { lastForm, readForms } from './order-forms.ts'
import { StrayOrders } from './stray-orders.ts'
import { ToldNews } from './told-news.ts'

const ORDERS_MS = 30_000
/** Of markets in which orders work: an execution that the stream did not tell is noticed. */
const GLANCE_MS = 3_000
/** Each costs a part of the rate budget: of more of them, some are looked at in turn, and the next ones sooner. */
const MAX_GLANCED = 5
const NEXT_GLANCE_MS = 2_000
/** Executions at once that more of them follow, and how long those are collected. */
const BURST = 8
const BURST_MS = 200
/** All trades: in between, those of open orders alone are read, because the stream reports what is filled. */
const HISTORY_MS = 15 * 60_000
const BALANCES_MS = 60_000
const AFTER_FILL_MS = 5_000
/** After an error: each attempt costs a part of the rate budget. */
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 8_000
/** One thing leads to another; whatever is left comes with the next look. */
const MAX_ROUNDS = 20

export interface VenueAccountParts extends VenueLedgerParts {
  readonly reader: AccountReader
  readonly gateway: OrderGateway
  readonly reach: ReachCrashPoint
  /** `financedFrom`: from when on what holding positions has cost may not be booked yet, UTC milliseconds. */
  readonly openStream: (sink: (message: AccountMessage) => void, financedFrom: number) => AccountStream | null
  readonly onConnected: (isConnected: boolean) => void
}

/**
 * The work on one account at its venue, under its lease and one thing after the other: sends what is written, hears what
 * happens, and compares with the venue again and again. Nothing is sent before the first comparison.
 */
export class VenueAccountWork {
  readonly accountId: string
  readonly lease: Lease
  readonly #parts: VenueAccountParts
  readonly #serial = new Serial()
  readonly #ledger: VenueLedger
  readonly #sender: IntentSender
  readonly #custody: StopCustody
  readonly #audit: CustodyAudit
  readonly #held: HeldStops
  readonly #linked: LinkedOrders
  readonly #money: VenueMoney
  readonly #check: PositionCheck | MarginCheck
  readonly #strays: StrayOrders
  readonly #gaps: FillGaps
  readonly #listed: ListedFills
  readonly #absent: AbsentOrders
  #stream: AccountStream | null = null
  #isClosed = false
  #isRecovered = false
  /** Nothing has happened since that the stream would not have told. */
  #isCompared = false
  #isStreamLost = false
  #isFollowing = false
  readonly #heard: AccountMessage[] = []
  #isHearing = false
  /** How long messages are collected: many come now. */
  #burstMs = 0
  #glanceAt = -Infinity
  /** The market that was looked at last. */
  #glanced = ''
  #currencies: ReadonlySet<string> = new Set()
  #ordersAt = -Infinity
  #balancesAt = -Infinity
  #historyAt = -Infinity
  #pauseMs = FIRST_PAUSE_MS

  constructor(parts: VenueAccountParts) {
    this.#parts = parts
    this.accountId = parts.accountId
    this.lease = parts.lease
    this.#ledger = new VenueLedger(parts)
    const onChange = ({ id }: { readonly id: string }): void => parts.onChange('order', id)
    // What the stream did not tell is not known yet, and neither is what the venue does not list.
    const ownLevel = () => (this.#isCompared && !this.#isStreamLost && !this.#gaps.isOpen ? 'ACTIVE' : 'NO_NEW')
    const withdraw = (positionId: string): Promise<void> => this.#custody.withdraw(positionId)
    const ledger = this.#ledger
    const isRecovered = () => this.#isRecovered
    this.#listed = new ListedFills({ ...parts, ledger, sender: () => this.#sender, isRecovered })
    const readFills = (instrumentId: string): Promise<void> => this.#listed.read(instrumentId)
    const gateway = new OrderRouter({ ...parts, ledger, readFills, withdraw })
    this.#sender = new IntentSender({ ...parts, gateway, ownLevel, onChange })
    this.#held = new HeldStops(parts)
    this.#linked = new LinkedOrders(parts)
    const { model } = parts
    this.#money = new VenueMoney(parts)
    this.#check = model === 'spot' ? new PositionCheck(parts) : new MarginCheck({ ...parts, model })
    this.#absent = new AbsentOrders(parts.gateway)
    this.#strays = new StrayOrders({ ...parts, ledger })
    this.#gaps = new FillGaps({ ...parts, book: (fills) => this.#listed.book(fills), readOn: readFills })
    this.#audit = new CustodyAudit(parts)
    this.#custody = new StopCustody({
      ...parts,
      ledger,
      audit: this.#audit,
      readFills,
      gone: (intentId) => this.#end(intentId),
    })
  }

  /** Markets whose prices it needs. */
  get instrumentIds(): ReadonlySet<string> {
    const { gateway, currency, venue } = this.#parts
    const { feeCurrency } = gateway
    const isPaid = feeCurrency !== undefined && feeCurrency !== currency && this.#currencies.has(feeCurrency)
    // Its fees are counted at its price.
    return isPaid
      ? new Set([...this.#held.instrumentIds, `${feeCurrency}${currency}:${venue}`])
      : this.#held.instrumentIds
  }

  /** A new price of a market. Those that come meanwhile are one. */
  async price(instrumentId: string): Promise<void> {
    if (this.#held.instrumentIds.has(instrumentId)) await this.#follow()
  }

  async #follow(): Promise<void> {
    if (this.#isFollowing) return
    this.#isFollowing = true
    await this.#once(async () => {
      this.#isFollowing = false
      if (this.#isRecovered && (await this.#held.advance())) await this.#send()
    }).finally(() => (this.#isFollowing = false))
  }

  /** Does what is due. */
  async tick(): Promise<void> {
    try {
      await this.#once(() => this.#work())
    } finally {
      // Also what cannot be compared is told.
      await this.#once(() => this.#auditCustody())
    }
  }

  async #work(): Promise<void> {
    this.#stream ??= this.#parts.openStream((message) => this.#hear(message), await this.#money.financedUntil())
    const now = performance.now()
    if (now >= this.#ordersAt) await this.#compare()
    else {
      if (now >= this.#glanceAt) await this.#glance()
      if (now >= this.#balancesAt) await this.#readBalances()
    }
    await this.#gaps.step()
    await this.#send()
  }

  /** Sends what is written, once it is known how far earlier work has come. */
  wake(): Promise<void> {
    return this.#once(() => this.#send())
  }

  /** Asks again about requests without an answer, and about prices in doubt. */
  async lookUp(): Promise<void> {
    if (this.#held.isInDoubt) await this.#follow()
    if (!this.#sender.hasUnanswered) return
    await this.#once(async () => {
      await this.#sender.lookUp()
      // What was found is read with its fills.
      if (!this.#sender.hasUnanswered) this.#ordersAt = -Infinity
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stream?.close()
  }

  #once(work: () => Promise<void>): Promise<void> {
    return this.#serial.run(async () => {
      if (this.#isClosed) return
      try {
        await work()
      } catch (error) {
        this.#parts.onConnected(false)
        // What was told may not have been written down.
        this.#historyAt = -Infinity
        const [now, again] = [performance.now(), performance.now() + this.#pauseMs]
        // What is due anyway is not put off by other failures.
        this.#ordersAt = this.#ordersAt > now ? Math.min(this.#ordersAt, again) : again
        this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2)
        throw error
      }
    })
  }

  async #send(): Promise<void> {
    if (!this.#isRecovered) return
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await this.#sendWritten()
      const isReached = await this.#held.advance()
      const isLinked = await this.#linked.step()
      try {
        if (!(await this.#custody.step()) && !isReached && !isLinked) return
      } catch (error) {
        // What it has written for other positions does not wait.
        if (!(error instanceof LeaseLost)) await this.#sendWritten()
        throw error
      }
    }
  }

  /** Nothing waits for it: what was written is sent. */
  async #auditCustody(): Promise<void> {
    if (!this.#isRecovered || !this.#audit.isDue) return
    const misplaced = await this.#audit.look()
    for (const one of misplaced) await this.#custody.mend(one)
    if (misplaced.length > 0) await this.#send()
  }

  async #sendWritten(): Promise<void> {
    while (await this.#sender.sendNext()) {
      this.#balancesAt = Math.min(this.#balancesAt, soon())
      this.#gaps.look()
    }
  }

  /** Reads open orders, fills and balances, and follows up what works here but not there. */
  async #compare(): Promise<void> {
    const { gateway, accountId, onConnected } = this.#parts
    // What an order of ours has executed is booked on it: a trade in a list has no name of ours.
    await (this.#isRecovered ? this.#sender.recoverOthers() : this.#sender.recover())
    const askedAt = this.#parts.now()
    const open = await gateway.openOrders()
    const now = performance.now()
    // Coins that are missing may have been sold elsewhere.
    const isWhole = !this.#isCompared || this.#check.isUnexplained || now >= this.#historyAt
    const instruments = isWhole ? await this.#ledger.instrumentIds() : []
    if (!this.#isRecovered) for (const order of open) await this.#ledger.adopt(order)
    for (const id of new Set([...instruments, ...open.map(({ instrumentId }) => instrumentId)]))
      await this.#listed.read(id)
    if (isWhole) this.#historyAt = now + HISTORY_MS
    this.#parts.reach('half-compared')
    for (const order of open) await this.#stated(order)
    const openIds = new Set(open.map(({ venueId }) => orderRowId(accountId, venueId)))
    await this.#ledger.endForeign(openIds)
    this.#audit.listed(open, askedAt)
    await this.#followUp(new Set(open.map(({ clientId }) => clientId)))
    const balances = await this.#readBalances()
    await this.#check.compare(balances)
    await this.#strays.step()
    if (!this.#isCompared && !this.#isStreamLost) {
      await inLedger(this.#parts, (_, ledger) => ledger.record({ kind: 'RECONCILED', rows: [] }))
      this.#isCompared = true
    }
    this.#ordersAt = performance.now() + (this.#absent.pauseMs ?? ORDERS_MS)
    this.#isRecovered = true
    this.#pauseMs = FIRST_PAUSE_MS
    onConnected(true)
  }

  /** Reads the open orders of a few markets in which orders of ours work. A failure waits for the next comparison. */
  async #glance(): Promise<void> {
    await this.#sender.recoverOthers()
    const all = new Set((await this.#ledger.working()).map(({ instrumentId }) => instrumentId))
    this.#glanceAt = performance.now() + (all.size > MAX_GLANCED ? NEXT_GLANCE_MS : GLANCE_MS)
    if (all.size === 0 || !this.#isCompared) return
    const markets = new Set(inTurn([...all], this.#glanced).slice(0, MAX_GLANCED))
    this.#glanced = [...markets].at(-1) ?? ''
    try {
      const askedAt = this.#parts.now()
      const listed = await Promise.all([...markets].map((id) => this.#parts.gateway.openOrders(id)))
      const open = listed.flat()
      for (const order of open) await this.#stated(order)
      this.#audit.listed(open, askedAt, markets)
      await this.#followUp(new Set(open.map(({ clientId }) => clientId)), markets)
    } catch (error) {
      if (error instanceof LeaseLost || error instanceof KeyRefused) throw error
    }
  }

  /** An order with all that it has executed. */
  async #stated(order: VenueOrder, news: OrderNews = {}): Promise<void> {
    await this.#gaps.close(order)
    await this.#ledger.order(order, news)
    this.#gaps.look()
  }

  /** Missing from a list is no absence: the venue is asked about each, again and again if it does not know it. */
  async #followUp(openNames: ReadonlySet<string | null>, markets?: ReadonlySet<string>): Promise<void> {
    for (const intent of await this.#ledger.working()) {
      if (markets && !markets.has(intent.instrumentId)) continue
      const of = await readForms(this.#parts.db, intent)
      // What the venue has of it follows from what became of its change.
      if (of && of.open.length > 0) continue
      const named = of ? lastForm(of).intent : intent
      if (openNames.has(named.clientId)) {
        this.#absent.found(intent.id)
        continue
      }
      const found = await this.#absent.ask(intent.id, named)
      if (found.kind === 'FOUND') {
        this.#audit.found(found.order)
        await this.#stated(found.order, { reason: of?.lostBy ?? null })
        continue
      }
      if (this.#absent.isProven(intent.id)) await this.#end(intent.id)
    }
  }

  async #end(intentId: string): Promise<void> {
    for (const id of await endAbsent(this.#parts, intentId)) this.#parts.onChange('order', id)
  }

  async #readBalances(): Promise<readonly VenueBalance[]> {
    const balances = await this.#parts.reader.balances()
    await this.#money.balances(balances, true)
    this.#currencies = new Set(balances.filter(({ total }) => total > 0).map((one) => one.currency))
    this.#balancesAt = performance.now() + BALANCES_MS
    return balances
  }

  #hear(message: AccountMessage): void {
    this.#heard.push(message)
    // Nothing is opened from now on, whatever else is still under way.
    if (message.kind === 'lost') this.#isStreamLost = true
    if (this.#isHearing) return
    this.#isHearing = true
    // What comes meanwhile is taken with it. After a failure it is read again soon.
    const heard = pause(this.#burstMs).then(() =>
      this.#once(() => {
        this.#isHearing = false
        return this.#take(this.#heard.splice(0))
      }),
    )
    heard.catch(() => undefined).finally(() => (this.#isHearing = false))
  }

  /** Messages in their order, of which the executions in a row are booked together. */
  async #take(messages: readonly AccountMessage[]): Promise<void> {
    let told = new ToldNews()
    for (const message of messages) {
      if (message.kind !== 'connected' && message.kind !== 'lost') {
        told.add(message)
        continue
      }
      await this.#takeNews(told)
      told = new ToldNews()
      this.#isStreamLost = message.kind === 'lost'
      if (this.#isStreamLost) this.#parts.onConnected(false)
      else if (!this.#isRecovered) continue
      this.#isCompared = false
      if (this.#isStreamLost) continue
      // What happened before is read, and nothing is opened until that is done.
      await this.#compare()
      await this.#send()
    }
    await this.#takeNews(told)
  }

  async #takeNews(news: ToldNews): Promise<void> {
    const { fills, orders, balances, transfers, financing, liquidated, isMarginCalled, hasPositions } = news
    this.#burstMs = fills.length > BURST ? BURST_MS : 0
    if (fills.length > 0) this.#balancesAt = Math.min(this.#balancesAt, soon())
    await this.#ledger.fills(fills)
    for (const order of orders) await this.#stated(order)
    for (const transfer of transfers) await this.#money.transfer(transfer)
    for (const charge of financing) await this.#money.financing(charge)
    if (balances.length > 0) await this.#money.balances(balances, false)
    if (isMarginCalled !== null) await this.#money.margin(isMarginCalled)
    for (const instrumentId of liquidated) await this.#money.liquidation(instrumentId)
    // Executions say what has changed them, unless that has happened elsewhere.
    if (hasPositions || liquidated.size > 0) this.#ordersAt = Math.min(this.#ordersAt, soon())
    if (balances.length > 0 && fills.length === 0) this.#glanceAt = -Infinity
    if (fills.length === 0 && orders.length === 0) return
    await this.#strays.step()
    await this.#send()
  }
}

/** In their order, from the one after the last on, round and round. */
function inTurn(ids: readonly string[], last: string): string[] {
  const sorted = ids.toSorted()
  const next = Math.max(
    0,
    sorted.findIndex((id) => id > last),
  )
  return [...sorted.slice(next), ...sorted.slice(0, next)]
}

function pause(ms: number): Promise<unknown> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
}

function soon(): number {
  return performance.now() + AFTER_FILL_MS
}
