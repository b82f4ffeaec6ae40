import { type AccountLevel, isTradingOpen, type ListedInstrument } from '@tradeloom/domain'
import { maxPriceAge } from '@tradeloom/domain/orders'
import { type GuardedAccount, type HeardPrice, judgeAccount, StandingResult, stricterLevel } from '@tradeloom/trading'
import type { LivePrice } from '../../trading-core/prices/valuation.ts'
import type { Closer } from './closer.ts'
import type { RaisedLevel, SavedGuard } from './guard-file.ts'
import { ResultPeak } from './result-peak.ts'
import type { HeldPosition, Reference, StoredGuard } from './stored-guards.ts'

const DAY_MS = 86_400_000
/** While there is nothing left to do; a late order may still appear. */
const IDLE_MS = 5_000
/** So many steps follow each other at once; then pauses grow, because what a venue answers costs its rate budget. */
const QUICK_STEPS = 10
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 3_000
/** How long a sale waits for the database, once: longer than a frozen process can hold it up, see `unblocked`. */
const WRITE_MS = 1_000

export interface Pricing {
  instrument(id: string): Promise<ListedInstrument | null>
  price(id: string): Promise<LivePrice | null>
  rate(instrument: ListedInstrument, currency: string): Promise<number>
}

export interface AccountGuardParts {
  readonly pricing: Pricing
  readonly closer: Closer
  /** When no closing by hand is on its way any more: it would be sold twice. */
  readonly settled: () => Promise<void>
  readonly now: () => number
  /** Everything that it knows is on disk when this returns. */
  readonly save: () => void
  /** Brings a level into the database; false while that cannot be done. */
  readonly write: (accountId: string, raised: RaisedLevel, isHeld: boolean) => Promise<boolean>
  /** What the database says of the account now; null while it does not answer. */
  readonly read: (accountId: string) => Promise<StoredGuard | null>
  /** From here on the loss of the day is counted. */
  readonly refer: (accountId: string, reference: Reference) => Promise<void>
  /** The highest result since then. */
  readonly peak: (accountId: string, since: number, result: number) => Promise<void>
  readonly onFindings: (reasons: readonly string[]) => void
  readonly onRaised: (raised: RaisedLevel) => void
  readonly onFlat: () => void
}

/** Watches one account: judges it at the newest prices, and closes it down when its rules demand that. */
export class AccountGuard {
  readonly #parts: AccountGuardParts
  #stored: StoredGuard
  /** When the database was asked about it, monotonic. */
  #askedAt = -Infinity
  #raised: RaisedLevel | null
  #reference: Reference | null = null
  #writing: Promise<void> | null = null
  /** Nothing waits for that any longer, monotonic. */
  #writeBy = performance.now() + WRITE_MS
  #judging: Promise<void> | null = null
  /** What was last known of one unit of each open position, in the currency of the account. */
  #moves: ReadonlyMap<string, number> = new Map()
  #standing = new StandingResult()
  readonly #peak = new ResultPeak((since, result) => void this.#parts.peak(this.#stored.accountId, since, result))
  #told = ''
  #isFlat = false
  #restsUntil = -Infinity
  #steps = 0

  constructor(stored: StoredGuard, raised: RaisedLevel | null, parts: AccountGuardParts) {
    this.#stored = stored
    this.#raised = raised
    this.#parts = parts
  }

  get stored(): StoredGuard {
    return this.#stored
  }

  get saved(): SavedGuard {
    return { stored: this.#stored, raised: this.#raised, closings: this.#parts.closer.closings }
  }

  get instrumentIds(): string[] {
    return this.#held().positions.map(({ instrumentId }) => instrumentId)
  }

  /** The database has answered what it was asked at that monotonic time. An answer that was overtaken says nothing. */
  update(stored: StoredGuard, askedAt: number): void {
    if (askedAt < this.#askedAt) return
    this.#askedAt = askedAt
    // A person has let the account trade again: what it lost before does not count.
    if (stored.reference === null && this.#stored.reference !== null) {
      this.#reference = null
      this.#standing = new StandingResult()
    }
    this.#stored = stored
    if (this.#isCurrent(this.#reference) && !this.#isCurrent(stored.reference)) this.#refer(this.#reference)
    if (stored.level !== 'FLATTEN' && this.#raised === null) this.#isFlat = false
  }

  /** Does what is due. Calls while it is at it are one call. */
  work(): Promise<void> {
    this.#judging ??= this.#work().finally(() => (this.#judging = null))
    return this.#judging
  }

  close(): void {
    this.#parts.closer.close()
  }

  /** Whether it closes all of the account down, or is about to. */
  get isClosingDown(): boolean {
    return this.#level === 'FLATTEN'
  }

  /** Whether it is closed down, and nothing of it is open. */
  get isFlat(): boolean {
    return this.isClosingDown && this.#isFlat
  }

  /** Whether the level that closes it down has to reach the database before anything can be closed. */
  get isWaiting(): boolean {
    return this.#raised !== null && !this.#parts.closer.isOwnClient
  }

  /** A person closes it down. */
  flatten(reason: string): void {
    if (!this.isClosingDown) this.#raise({ level: 'FLATTEN', reason })
  }

  get #level(): AccountLevel {
    return this.#raised ? stricterLevel(this.#stored.level, this.#raised.level) : this.#stored.level
  }

  #held() {
    return this.#parts.closer.held(this.#stored)
  }

  async #work(): Promise<void> {
    this.#parts.closer.follow(this.#stored)
    const account = await this.#account()
    const { level, findings } = judgeAccount(account, this.#stored.limits, this.#level)
    this.#tell(findings.map(({ reason }) => reason))
    if (level !== this.#level) {
      const { reason = '' } = findings.find(({ step }) => step === level) ?? {}
      this.#raise({ level, reason })
    }
    if (this.#raised) this.#writeSoon()
    if (this.#level === 'FLATTEN') await this.#flatten()
  }

  async #flatten(): Promise<void> {
    const { closer, settled, onFlat } = this.#parts
    if (performance.now() < this.#restsUntil) return
    if (this.#raised) await (closer.isOwnClient ? this.#writtenSoon() : this.#writing)
    // Without the database there is no way to a venue that is the database.
    if (this.#raised && !closer.isOwnClient) return
    this.#steps += 1
    const extra = this.#steps - QUICK_STEPS
    if (extra > 0) this.#restsUntil = performance.now() + Math.min(FIRST_PAUSE_MS * 1.5 ** extra, MAX_PAUSE_MS)
    await settled()
    const isFlat = await closer.step(this.#stored)
    if (isFlat) this.#restsUntil = performance.now() + IDLE_MS
    if (isFlat && !this.#isFlat) onFlat()
    this.#isFlat = isFlat
  }

  #raise(raised: RaisedLevel): void {
    this.#raised = raised
    this.#writeBy = performance.now() + WRITE_MS
    this.#restsUntil = -Infinity
    this.#steps = 0
    this.#parts.save()
    this.#parts.onRaised(raised)
  }

  /** The database is told, and nothing waits for it. */
  #writeSoon(): void {
    const raised = this.#raised
    if (raised === null) return
    const isHeld = raised.level === 'FLATTEN' && this.#parts.closer.isOwnClient
    this.#writing ??= this.#write(raised, isHeld).finally(() => (this.#writing = null))
  }

  /**
   * From then on nobody else begins to sell, and what others sell already is known. While the database does not answer, the
   * loss goes on: it is sold with what was known before.
   */
  async #writtenSoon(): Promise<void> {
    const left = this.#writeBy - performance.now()
    if (left <= 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, left)))
    await Promise.race([this.#writing, late]).finally(() => clearTimeout(timer))
  }

  async #write(raised: RaisedLevel, isHeld: boolean): Promise<void> {
    const { write, read } = this.#parts
    const { accountId } = this.#stored
    if (!(await write(accountId, raised, isHeld)) || this.#raised !== raised) return
    const askedAt = performance.now()
    const stored = await read(accountId)
    if (this.#raised !== raised) return
    if (stored) this.update(stored, askedAt)
    this.#stored = { ...this.#stored, level: stricterLevel(this.#stored.level, raised.level) }
    this.#raised = null
    this.#parts.save()
  }

  #tell(reasons: readonly string[]): void {
    // Figures in them move; what has changed is told, not each figure.
    const rules = reasons.map((reason) => reason.replace(/\d[\d.]*/g, '')).join('\n')
    if (rules === this.#told) return
    this.#told = rules
    this.#parts.onFindings(reasons)
  }

  async #account(): Promise<GuardedAccount> {
    const { now } = this.#parts
    const { unknownSince } = this.#stored
    const { positions, closedProfit } = this.#held()
    const prices = new Map<string, HeardPrice>()
    const quotes = new Map<string, number>()
    const open = await this.#openResult(positions, prices, quotes)
    const sample = { at: performance.now(), total: closedProfit + open, open, quotes }
    this.#standing.see({ ...sample, total: this.#closedResult() + sample.total })
    this.#peak.see(this.#stored.peak, sample)
    // Of a new day only what is open counts: what was closed before is no result of it.
    const reference = this.#currentReference(this.#standing.open)
    const { total: result } = this.#standing
    const { peakResult, resultNow } = this.#peak
    const referenceResult = reference?.result ?? null
    return { now: now(), result, referenceResult, resultNow, peakResult, positions, prices, unknownSince }
  }

  /** One that has no price counts as it did last: it must not keep the others from being judged. */
  async #openResult(
    positions: readonly HeldPosition[],
    prices: Map<string, HeardPrice>,
    quotes: Map<string, number>,
  ): Promise<number> {
    const { pricing, now } = this.#parts
    let sum = 0
    const moves = new Map<string, number>()
    for (const { id, instrumentId, direction, quantity, openPrice, profit } of positions) {
      const instrument = await pricing.instrument(instrumentId)
      const price = instrument && (await pricing.price(instrumentId))
      const rate = price ? await pricing.rate(instrument, this.#stored.currency) : NaN
      let move = this.#moves.get(id) ?? 0
      if (instrument && price && Number.isFinite(rate)) {
        const isMarketClosed = !isTradingOpen(instrument, now())
        prices.set(instrumentId, { heardAt: now() - price.age, isMarketClosed, maxAgeMs: maxPriceAge(instrument) })
        quotes.set(instrumentId, price.sequence)
        move = (direction === 'LONG' ? price.bid - openPrice : openPrice - price.ask) * rate
      }
      moves.set(id, move)
      sum += profit + move * quantity
    }
    this.#moves = moves
    return sum
  }

  #closedResult(): number {
    return this.#isCurrent(this.#stored.reference) ? this.#stored.closedResult : 0
  }

  #isCurrent(reference: Reference | null): reference is Reference {
    const now = this.#parts.now()
    return reference !== null && reference.at >= now - (now % DAY_MS)
  }

  #currentReference(result: number | null): Reference | null {
    const { reference } = this.#stored
    if (this.#isCurrent(reference)) this.#reference = reference
    else if (!this.#isCurrent(this.#reference)) {
      this.#reference = result === null ? null : { at: this.#parts.now(), result }
      if (this.#reference) this.#refer(this.#reference)
    }
    return this.#reference
  }

  #refer(reference: Reference): void {
    void this.#parts.refer(this.#stored.accountId, reference)
  }
}
