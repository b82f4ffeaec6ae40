import { type Drizzle, notify, schema, type Transaction } from '@tradeloom/database'
import type { CustodyCause, CustodyState } from '@tradeloom/domain'
import { custodyAfter, type CustodyVerdict } from '@tradeloom/trading'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { custodyAlarm } from './custody-alarm.ts'

const { custodyAudits, positions } = schema

const KEPT_DAYS = 90
/** A script that moves its stop all day leaves thousands of stretches: after a week, what lacked protection is left of them. */
const WHOLE_DAYS = 7
const MIN_S = 1
const DAY_MS = 86_400_000

/** A position as an audit has found it. */
export interface JudgedPosition {
  readonly positionId: string
  readonly instrumentId: string
  /** Null where there is nothing to say of it. */
  readonly verdict: CustodyVerdict | null
  readonly cause: CustodyCause
  /** When it was closed, UTC milliseconds. */
  readonly closedAt: number | null
}

/** What an audit changes. `at`: from when on, UTC milliseconds. */
export interface CustodyChange extends Omit<JudgedPosition, 'closedAt'> {
  readonly at: number
}

/** A stretch that has not ended. */
interface Stretch {
  readonly instrumentId: string
  readonly state: CustodyState
  readonly isProtected: boolean
  readonly at: number
  /** The state may have begun in an earlier stretch, with another protection. */
  readonly since: number
  readonly isAlarmed: boolean
  readonly mendedAt: number
}

export interface CustodyHistoryParts {
  readonly db: Drizzle
  readonly accountId: string
  readonly userId: string
  readonly now: () => number
}

/** How the positions of one account are protected, stretch by stretch. Only what changes is written. */
export class CustodyHistory {
  readonly #parts: CustodyHistoryParts
  #current: Map<string, Stretch> | null = null
  #forgetAt = -Infinity

  constructor(parts: CustodyHistoryParts) {
    this.#parts = parts
  }

  /** Positions of which something is said now. */
  get positionIds(): string[] {
    return [...(this.#current?.keys() ?? [])]
  }

  /** Whether a position is in a state that should not last. */
  get isRestless(): boolean {
    return [...(this.#current?.values() ?? [])].some(({ state }) => custodyAfter(state, Infinity)?.isAlarm)
  }

  async load(): Promise<void> {
    if (this.#current !== null) return
    const { db, accountId } = this.#parts
    const rows = await db
      .select({ audit: custodyAudits, instrumentId: positions.instrumentId })
      .from(custodyAudits)
      .innerJoin(positions, eq(positions.id, custodyAudits.positionId))
      .where(and(eq(custodyAudits.accountId, accountId), isNull(custodyAudits.until)))
    this.#current = new Map(
      rows.map(({ audit: { positionId, state, isProtected, at }, instrumentId }) => {
        const since = at.getTime()
        return [positionId, { instrumentId, state, isProtected, at: since, since, isAlarmed: false, mendedAt: 0 }]
      }),
    )
  }

  /** What is to be written of positions. `isAll`: those that are not among them have nothing more to be said of. */
  changes(judged: readonly JudgedPosition[], isAll = false): CustodyChange[] {
    const current = this.#current
    if (current === null) return []
    const found = new Set(judged.map(({ positionId }) => positionId))
    const gone = [...current].flatMap(([positionId, { instrumentId }]): JudgedPosition[] => {
      if (!isAll || found.has(positionId)) return []
      return [{ positionId, instrumentId, verdict: null, cause: 'custody', closedAt: null }]
    })
    return [...judged, ...gone].flatMap(({ closedAt, ...one }) => {
      const before = current.get(one.positionId)
      const { verdict } = one
      if (before === undefined && verdict === null) return []
      if (before?.state === verdict?.state && before?.isProtected === verdict?.isProtected) return []
      // Rows of one position never begin at the same moment.
      const at = Math.max(verdict === null && closedAt !== null ? closedAt : this.#parts.now(), (before?.at ?? 0) + 1)
      return [{ ...one, at }]
    })
  }

  async write(tx: Transaction, changes: readonly CustodyChange[]): Promise<void> {
    const { accountId } = this.#parts
    for (const { positionId, verdict, cause, at } of changes) {
      const isCurrent = and(eq(custodyAudits.positionId, positionId), isNull(custodyAudits.until))
      await tx
        .update(custodyAudits)
        .set({ until: new Date(at) })
        .where(isCurrent)
      if (verdict) await tx.insert(custodyAudits).values({ positionId, accountId, at: new Date(at), cause, ...verdict })
    }
  }

  /** After they were committed. */
  wrote(changes: readonly CustodyChange[]): void {
    for (const { positionId, instrumentId, verdict, at } of changes) {
      const before = this.#current?.get(positionId)
      if (verdict === null) this.#current?.delete(positionId)
      else {
        const begun = before?.state === verdict.state ? before : { since: at, isAlarmed: false, mendedAt: 0 }
        this.#current?.set(positionId, { ...begun, instrumentId, ...verdict, at })
      }
    }
  }

  /** Positions that custody is to mend now: those that have been wrong for a minute, and again after each further one. */
  takeToMend(): string[] {
    const now = this.#parts.now()
    return this.#lasting(({ isMended }) => isMended).flatMap(([positionId, stretch]) => {
      if (custodyAfter(stretch.state, now - stretch.mendedAt) === null) return []
      this.#current?.set(positionId, { ...stretch, mendedAt: now })
      return positionId
    })
  }

  /**
   * Writes what an audit of all positions has found, and tells their owner of states that have lasted for a minute. `isTold`:
   * positions without a stop of which the owner is told anyway.
   */
  async audit(
    judged: readonly JudgedPosition[],
    transaction: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
    isTold: (positionId: string) => boolean,
  ): Promise<readonly CustodyChange[]> {
    const changes = this.changes(judged, true)
    if (changes.length > 0) await transaction((tx) => this.write(tx, changes))
    this.wrote(changes)
    await this.#alarm(isTold)
    if (this.#parts.now() >= this.#forgetAt) await this.#forget()
    return changes
  }

  async #alarm(isTold: (positionId: string) => boolean): Promise<void> {
    const { db, accountId, userId } = this.#parts
    for (const [positionId, stretch] of this.#lasting(({ isAlarm }) => isAlarm)) {
      const { state, since, instrumentId, isAlarmed } = stretch
      if (isAlarmed || (state === 'BARE' && isTold(positionId))) continue
      const notice = custodyAlarm(state, instrumentId, { accountId, key: `${positionId}:${state}:${since}` })
      if (notice) await db.transaction((tx) => notify(tx, userId, notice))
      this.#current?.set(positionId, { ...stretch, isAlarmed: true })
    }
  }

  /** Removes what was long ago. */
  async #forget(): Promise<void> {
    const { db, accountId, now } = this.#parts
    this.#forgetAt = now() + DAY_MS
    const { until, at, isProtected } = custodyAudits
    const before = (days: number) => lt(until, new Date(now() - days * DAY_MS))
    const isShort = sql`${until} - ${at} < make_interval(secs => ${MIN_S})`
    const isOld = or(before(KEPT_DAYS), and(before(WHOLE_DAYS), or(eq(isProtected, true), isShort)))
    await db.delete(custodyAudits).where(and(eq(custodyAudits.accountId, accountId), isOld))
  }

  #lasting(isMeant: (terms: NonNullable<ReturnType<typeof custodyAfter>>) => boolean): [string, Stretch][] {
    const now = this.#parts.now()
    return [...(this.#current ?? [])].filter(([, { state, since }]) => {
      const terms = custodyAfter(state, now - since)
      return terms !== null && isMeant(terms)
    })
  }
}
