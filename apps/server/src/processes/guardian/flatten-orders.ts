import {
  type FlattenAnswer,
  type FlattenRequest,
  readAnswers,
  readRequests,
  removeOld,
  writeAnswer,
} from '@tradeloom/kill-switch'
import type { AccountGuard } from './account-guard.ts'
import type { FlattenRecord } from './flatten-record.ts'
import type { FlattenedAccount } from './guard-store.ts'

/** An older one is none: nobody expects any longer that it is carried out. */
const MAX_AGE_MS = 600_000
/** A clock may have been set back since. */
const MAX_AHEAD_MS = 60_000
const STORE_MS = 500
const CLEAN_MS = 60_000

export interface FlattenOrdersParts {
  readonly dataDir: string
  /** Names its answers: several guardians may share the folder. */
  readonly name: string
  /** Accounts that this guardian watches. */
  readonly guards: () => Iterable<AccountGuard>
  /** Those of the database that are meant, by name or all that have anything. */
  readonly stored: (request: FlattenRequest) => Promise<readonly FlattenedAccount[]>
  /** Closes one down that no guardian watches here, by its level. */
  readonly store: (accountId: string, reason: string) => Promise<void>
  /** Writes it into the audit log, once. */
  readonly record: (record: FlattenRecord) => Promise<void>
  /** An account was raised: what is due is done at once. */
  readonly work: (guard: AccountGuard) => void
  readonly report: (message: string) => void
  readonly now: () => number
}

type Step = FlattenAnswer['accounts'][number]

interface FlattenOrder {
  readonly request: FlattenRequest
  readonly steps: Map<string, Step>
  unknown: readonly string[]
  /** Whether the database knows of it. */
  isStored: boolean
  recorded: FlattenAnswer['recorded']
  told: string
}

/**
 * Closes accounts down as persons ask for it, by files: neither the server nor the database has to answer. What is watched
 * here is raised at once; the levels of others are written as soon as the database takes them. Each request is carried out
 * once, also by a guardian that starts again.
 */
export class FlattenOrders {
  readonly #parts: FlattenOrdersParts
  readonly #orders = new Map<string, FlattenOrder>()
  readonly #seen = new Set<string>()
  #isStoring = false
  #storeAt = -Infinity
  #cleanAt = -Infinity

  constructor(parts: FlattenOrdersParts) {
    this.#parts = parts
  }

  /** Reads what was requested, raises, and says what has become of it. */
  look(): void {
    const { dataDir, report } = this.#parts
    const { requests, ignored } = readRequests(dataDir, this.#seen)
    for (const { name, reason } of ignored) report(`A request to close accounts down was ignored (${name}): ${reason}`)
    for (const request of requests) this.take(request)
    for (const order of this.#orders.values()) this.#follow(order)
    const now = performance.now()
    if (now >= this.#storeAt) this.#storeSoon(now)
    if (now < this.#cleanAt) return
    this.#cleanAt = now + CLEAN_MS
    removeOld(dataDir, this.#parts.now())
  }

  /** Carries a request out at once, whether or not the disk has it. */
  take(request: FlattenRequest): void {
    const { dataDir, guards, name, now } = this.#parts
    if (this.#seen.has(request.id)) return
    this.#seen.add(request.id)
    const [before] = readAnswers(dataDir, request.id, name)
    const age = now() - request.at
    if (!before && (age > MAX_AGE_MS || age < -MAX_AHEAD_MS)) return
    const steps = new Map(before?.accounts.map((step) => [step.accountId, step]))
    const isStored = before?.isComplete ?? false
    const { unknown = [], recorded } = before ?? {}
    const order: FlattenOrder = { request, steps, unknown, isStored, recorded, told: '' }
    this.#orders.set(request.id, order)
    // Accounts that came since then are not meant.
    if (isStored) return
    for (const guard of guards()) {
      if (isMeant(request, guard.stored)) this.#raise(order, guard)
    }
    this.#storeAt = -Infinity
  }

  /** What has become of a request, as far as this guardian still follows it. */
  answerOf(id: string): FlattenAnswer | null {
    const order = this.#orders.get(id)
    return order ? answerOf(order) : null
  }

  /** A person may have released it since: it is raised once. */
  #raise({ request, steps }: FlattenOrder, guard: AccountGuard): void {
    const { now, report, work } = this.#parts
    const { accountId, venue } = guard.stored
    const isRaised = (steps.get(accountId)?.raisedAt ?? null) !== null
    if (isRaised) return
    try {
      guard.flatten(reasonOf(request))
    } catch (error) {
      // The disk is full: it is closed down all the same.
      report(`The request to close ${accountId} down could not be saved: ${String(error)}`)
    }
    steps.set(accountId, { accountId, venue, step: 'raised', raisedAt: now(), flatAt: null })
    work(guard)
  }

  #follow(order: FlattenOrder): void {
    const { dataDir, guards, name, now, report } = this.#parts
    const watched = new Map([...guards()].map((guard) => [guard.stored.accountId, guard]))
    for (const [accountId, step] of order.steps) {
      const guard = watched.get(accountId)
      if (step.step === 'flat' || !guard || !isMeant(order.request, guard.stored)) continue
      if (step.raisedAt === null) this.#raise(order, guard)
      const [isFlat, flatAt] = guard.isFlat ? [true, now()] : [false, null]
      const raisedAt = step.raisedAt ?? now()
      const at = isFlat ? 'flat' : guard.isWaiting ? 'waiting' : 'raised'
      order.steps.set(accountId, { ...step, step: at, raisedAt, flatAt })
    }
    const answer = answerOf(order)
    const text = JSON.stringify(answer)
    if (text !== order.told) {
      order.told = text
      try {
        writeAnswer(dataDir, name, answer)
      } catch (error) {
        report(`The answer to a request to close accounts down could not be written: ${String(error)}`)
      }
    }
    if (order.recorded === 'flat') this.#orders.delete(order.request.id)
  }

  #storeSoon(now: number): void {
    this.#storeAt = now + STORE_MS
    const orders = [...this.#orders.values()].filter(({ isStored }) => !isStored)
    const unrecorded = [...this.#orders.values()].filter((order) => dueRecord(order) !== order.recorded)
    if (this.#isStoring || orders.length + unrecorded.length === 0) return
    this.#isStoring = true
    void this.#storeAll(orders)
      .then(() => this.#recordAll(unrecorded))
      .catch((error: unknown) => this.#parts.report(`Accounts to close down could not be read: ${String(error)}`))
      .finally(() => (this.#isStoring = false))
  }

  async #storeAll(orders: readonly FlattenOrder[]): Promise<void> {
    const { guards, now, store, stored } = this.#parts
    for (const order of orders) {
      const { request, steps } = order
      const named = request.accounts === 'all' ? [] : request.accounts
      for (const accountId of named) {
        if (!steps.has(accountId)) steps.set(accountId, waiting(accountId, ''))
      }
      const found = await stored(request)
      const isFound = new Set(found.map(({ accountId }) => accountId))
      order.unknown = named.filter((accountId) => !isFound.has(accountId))
      for (const accountId of order.unknown) steps.delete(accountId)
      const watched = new Set([...guards()].map((guard) => guard.stored.accountId))
      for (const { accountId, venue } of found) {
        const before = steps.get(accountId)
        if (before && before.raisedAt !== null) continue
        steps.set(accountId, waiting(accountId, venue))
        // Raised with the next look.
        if (watched.has(accountId)) continue
        await store(accountId, reasonOf(request))
        steps.set(accountId, { accountId, venue, step: 'raised', raisedAt: now(), flatAt: null })
      }
      order.isStored = true
    }
  }

  /** Closing down waits for nothing of this. */
  async #recordAll(orders: readonly FlattenOrder[]): Promise<void> {
    for (const order of orders) {
      const recorded = dueRecord(order)
      if (recorded === undefined || recorded === order.recorded) continue
      await this.#parts.record({ ...answerOf(order), request: order.request, recorded })
      order.recorded = recorded
    }
  }
}

/** What the audit log is to say of it by now. */
function dueRecord({ isStored, steps, recorded }: FlattenOrder): FlattenAnswer['recorded'] {
  if (!isStored) return recorded
  const isFlat = [...steps.values()].every(({ step }) => step === 'flat')
  return isFlat && recorded !== undefined ? 'flat' : (recorded ?? 'used')
}

function answerOf({ request, steps, unknown, isStored, recorded }: FlattenOrder): FlattenAnswer {
  return {
    id: request.id,
    ...(request.userId === undefined ? {} : { userId: request.userId }),
    accounts: [...steps.values()],
    unknown: [...unknown],
    isComplete: isStored,
    ...(recorded === undefined ? {} : { recorded }),
  }
}

function waiting(accountId: string, venue: string): Step {
  return { accountId, venue, step: 'waiting', raisedAt: null, flatAt: null }
}

/** Of others, nobody's page closes anything: those are unknown to it. */
function isMeant({ accounts, userId }: FlattenRequest, stored: { accountId: string; userId: string }): boolean {
  if (userId !== undefined && stored.userId !== userId) return false
  return accounts === 'all' || accounts.includes(stored.accountId)
}

function reasonOf({ by }: FlattenRequest): string {
  return `Closed down by ${by}`
}
