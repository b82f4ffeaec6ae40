import { type AccountLevel, tidy } from '@tradeloom/domain'
import {
  type GuardedAccount,
  judgeAccount,
  type Judgment,
  SessionLags,
  StandingResult,
  SteadyAges,
  stricterLevel,
} from '@tradeloom/trading'
import type { MeasuredRule } from '../../trading-core/guard/measured-account.ts'
import { AccountPrices, type Pricing } from './account-prices.ts'
import type { Closer } from './closer.ts'
import type { RaisedLevel, SavedGuard } from './guard-file.ts'
import { ResultPeak } from './result-peak.ts'
import type { Reference, StoredGuard } from './stored-guards.ts'

const DAY_MS = 86_400_000
/** While there is nothing left to do; a late order may still appear. */
const IDLE_MS = 5_000
/** So many steps follow each other at once; then pauses grow, because what a venue answers costs its rate budget. */
const QUICK_STEPS = 10
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 3_000
/** How long a sale waits for the database, once: longer than a frozen process can hold it up, see `unblocked`. */
const WRITE_MS = 1_000

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
  readonly #prices: AccountPrices
  readonly #ages = new SteadyAges()
  readonly #lags = new SessionLags()
  #standing = new StandingResult()
  readonly #exposure = new StandingResult()
  #measured: readonly MeasuredRule[] = []
  readonly #peak = new ResultPeak((since, result) => void this.#parts.peak(this.#stored.accountId, since, result))
  #told = ''
  #isFlat = false
  #restsUntil = -Infinity
  #steps = 0

  constructor(stored: StoredGuard, raised: RaisedLevel | null, parts: AccountGuardParts) {
    this.#stored = stored
    this.#raised = raised
    this.#parts = parts
    this.#prices = new AccountPrices(parts.pricing, parts.now)
  }

  get stored(): StoredGuard {
    return this.#stored
  }

  get saved(): SavedGuard {
    return { stored: this.#stored, raised: this.#raised, closings: this.#parts.closer.closings }
  }

  get instrumentIds(): string[] {
    return [...this.#held().positions, ...this.#stored.sessions].map(({ instrumentId }) => instrumentId)
  }

  /** What its rules measure, and since when each asks for what it does. */
  get measured(): readonly MeasuredRule[] {
    return this.#measured
  }

  /** The database has answered what it was asked at that monotonic time. An answer that was overtaken says nothing. */
  update(stored: StoredGuard, askedAt: number): void {
    if (askedAt < this.#askedAt) return
    this.#askedAt = askedAt
    // A person has released the account: what it lost before does not count.
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
    const judgment = judgeAccount(account, this.#stored.limits, this.#level)
    const { level, findings } = judgment
    this.#measure(judgment)
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

  #measure({ values, findings }: Judgment): void {
    const at = this.#parts.now()
    const before = new Map(this.#measured.map((one) => [one.rule, one]))
    this.#measured = Object.entries(values).map(([rule, exact]) => {
      const step = findings.find((one) => one.rule === rule)?.step ?? null
      const value = exact === null ? null : tidy(exact)
      const known = before.get(rule) ?? { step: null, since: null }
      return { rule, value, step, since: known.step === step ? known.since : at }
    })
  }

  async #account(): Promise<GuardedAccount> {
    const now = this.#parts.now()
    const at = performance.now()
    this.#ages.look({ clock: now, steady: at })
    const { currency, sessions, sentAt } = this.#stored
    const { positions, closedProfit } = this.#held()
    const instrumentIds = sessions.map(({ instrumentId }) => instrumentId)
    const found = await this.#prices.look({ currency, positions, instrumentIds }, this.#ages)
    const { open, exposure, prices, quotes, newest, skewMs } = found
    const sample = { at, total: closedProfit + open, open, quotes }
    this.#standing.see({ ...sample, total: this.#closedResult() + sample.total })
    this.#exposure.see({ at, total: exposure, open: exposure, quotes })
    this.#peak.see(this.#stored.peak, sample)
    // As of then: while the database is away sessions may go on, and nobody knows.
    if (this.#askedAt > 0) this.#lags.see(sessions, newest, this.#askedAt)
    // Of a new day only what is open counts: what was closed before is no result of it.
    const reference = this.#currentReference(this.#standing.open)
    const { peakResult, resultNow } = this.#peak
    return {
      now,
      currency,
      result: this.#standing.total,
      referenceResult: reference?.result ?? null,
      resultNow,
      peakResult,
      exposure: this.#exposure.least,
      positions: positions.map((one) => ({
        ...one,
        unprotectedSince: this.#since(`stop of ${one.id}`, one.unprotectedSince),
      })),
      prices,
      unknownSince: this.#stored.unknownSince.map((since) => this.#since(`order of ${since}`, since)),
      sentAt,
      skewMs,
      sessionLags: this.#lags.now,
    }
  }

  /** By the clock of now, however it was set meanwhile. */
  #since<Since extends number | null>(key: string, since: Since): Since | number {
    return since === null ? since : this.#parts.now() - this.#ages.ageOf(key, since)
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
