import { deflateRawSync, inflateRawSync } from 'node:zlib'
import {
  AccountLedger,
  type AccountRow,
  type Drizzle,
  type IntentRow,
  notify,
  type PositionRow,
  schema,
  type Transaction,
} from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import type { LiveNumbers, SessionRecords } from '@tradeloom/engine'
import { MAX_ORDERS_PER_MINUTE, openingProblem } from '@tradeloom/domain/orders'
import type { PlacePayload } from '@tradeloom/trading'
import { and, asc, eq, gte, max, or, sql } from 'drizzle-orm'
import { cancelOpenings } from '../../trading-core/intents/cancel-openings.ts'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { marginProblem } from './margin-problem.ts'
import type { TakenSession } from './session-row.ts'
import type { NewsStart } from './venue-news.ts'
import { venueProblem } from './venue-problem.ts'
import { engineOf, type PlacedInput, placedInput } from './stored-input.ts'

const {
  accountControl,
  fills,
  intents,
  positions,
  sessionInputs,
  sessionLogs,
  sessionProgress,
  sessionRecords,
  sessions,
  venueOrders,
} = schema

const MINUTE_MS = 60_000

/** The session was stopped, or another process runs it: nothing was written. */
export class SessionTaken extends Error {
  override readonly name = 'SessionTaken'
}

/** What one commit adds to a session. */
export interface SessionChange {
  readonly rowNo: number | null
  readonly inputs?: readonly PlacedInput[]
  readonly intents?: readonly IntentRow[]
  readonly records?: readonly SessionRecords[]
  readonly lines?: readonly SessionLine[]
  /** As its script knows it; what is shown of it follows from the books. */
  readonly live?: LiveNumbers | null
  /** The bars that the start with this number begins with. */
  readonly warmUp?: { readonly seq: number; readonly time: number; readonly bytes: Buffer } | null
}

/** What a commit reads of a session: the rest is wide. */
type HeldSession = Pick<typeof sessions.$inferSelect, 'userId' | 'brokerAccountId'>

export interface SessionLine {
  readonly time: number
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
}

type RecordKind = 'order' | 'position' | 'plot' | 'curve' | 'day'

/** What is stored of one session, written under its lease by the one process that runs it. */
export class SessionStore {
  readonly #db: Drizzle
  readonly #id: string
  readonly #lease: Lease
  readonly #valuation: Valuation
  readonly #now: () => number
  #logCount = 0
  readonly #recordCounts = new Map<string, number>()

  constructor(db: Drizzle, id: string, lease: Lease, valuation: Valuation, now: () => number) {
    this.#db = db
    this.#valuation = valuation
    this.#id = id
    this.#lease = lease
    this.#now = now
  }

  /** Takes the session over: what an earlier process still does is not written. Null if it is not active. */
  async take(): Promise<TakenSession | null> {
    const { epoch } = this.#lease
    const row = await this.#db.transaction(async (tx) => {
      if (!(await holdLease(tx, this.#lease))) return null
      const [taken] = await tx
        .update(sessions)
        .set({ epoch })
        .where(and(eq(sessions.id, this.#id), eq(sessions.status, 'Active')))
        .returning()
      if (!taken) return null
      const { rowNo, intentCount, inputCount } = sessionProgress
      const [progress = { rowNo: null, intentCount: 0, inputCount: 0 }] = await tx
        .select({ rowNo, intentCount, inputCount })
        .from(sessionProgress)
        .where(eq(sessionProgress.sessionId, this.#id))
      return { ...taken, ...progress }
    })
    if (row) await this.#count()
    return row
  }

  /** What comes next gets the numbers after what is stored. */
  async #count(): Promise<void> {
    const [logged] = await this.#db
      .select({ n: max(sessionLogs.n) })
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, this.#id))
    this.#logCount = (logged?.n ?? -1) + 1
    const counts = await this.#db
      .select({ kind: sessionRecords.kind, n: max(sessionRecords.n) })
      .from(sessionRecords)
      .where(eq(sessionRecords.sessionId, this.#id))
      .groupBy(sessionRecords.kind)
    for (const { kind, n } of counts) this.#recordCounts.set(kind, (n ?? -1) + 1)
  }

  /** Throws SessionTaken if its owner has stopped it, or another process runs it. */
  async check(): Promise<void> {
    const { status, epoch } = sessions
    const [row] = await this.#db.select({ status, epoch }).from(sessions).where(eq(sessions.id, this.#id))
    if (row?.status !== 'Active' || row.epoch !== this.#lease.epoch) throw new SessionTaken()
  }

  /**
   * Ends the session on its own; false if this process may not. It opens nothing more: its orders that wait for a price are
   * canceled. Its positions keep their stops.
   */
  async end(status: 'Failed' | 'Stopped', detail: string, installation: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [ended] = await tx
        .update(sessions)
        .set({ status, statusDetail: detail, stopped: new Date(this.#now()) })
        .where(and(eq(sessions.id, this.#id), eq(sessions.status, 'Active'), eq(sessions.epoch, this.#lease.epoch)))
        .returning()
      if (!ended) return false
      await cancelOpenings(tx, ended.brokerAccountId, { sessionId: ended.id }, { installation, now: this.#now })
      await notify(tx, ended.userId, {
        kind: status === 'Failed' ? 'session-failed' : 'session-stopped',
        subject: `The session of ${ended.algorithmName} on ${instrumentName(ended.instrumentId)} has ${status === 'Failed' ? 'failed' : 'stopped'}`,
        amounts: detail,
        object: `session:${ended.id}`,
        dedupKey: ended.id,
      })
      return true
    })
  }

  /** The last records and lines of a session that has ended. */
  async keepLast(records: readonly SessionRecords[], lines: readonly SessionLine[]): Promise<void> {
    await this.#count()
    await this.#db.transaction((tx) => this.#keep(tx, records, lines))
  }

  /** Whether the venue has met a row with everything of the session that is open there. */
  async isMatched(row: number): Promise<boolean> {
    const { rows } = await this.#db.execute(sql`
      select from ${intents} where ${intents.sessionId} = ${this.#id} and ${intents.state} in ('WRITTEN', 'SENDING', 'UNKNOWN')
      union all
      select from ${venueOrders} join ${intents} on ${intents.id} = ${venueOrders.intentId}
        where ${intents.sessionId} = ${this.#id} and ${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED')
          and not ${venueOrders.isProtective} and ${venueOrders.matchedRow} < ${row}
      union all
      select from ${positions} where ${positions.sessionId} = ${this.#id} and ${positions.status} = 'OPEN'
        and ${positions.matchedRow} < ${row}
      limit 1`)
    return rows.length === 0
  }

  async inputs(): Promise<PlacedInput[]> {
    const { seq, afterRow, body } = sessionInputs
    const rows = await this.#db
      .select({ seq, afterRow, body })
      .from(sessionInputs)
      .where(eq(sessionInputs.sessionId, this.#id))
      .orderBy(asc(seq))
    return rows.map(placedInput)
  }

  /** In their order. */
  async intents(from: number): Promise<IntentRow[]> {
    return this.#db
      .select()
      .from(intents)
      .where(and(eq(intents.sessionId, this.#id), gte(intents.no, from)))
      .orderBy(asc(intents.no))
  }

  /** What a new start takes over from earlier ones, at one moment: what comes later is told. */
  async takeOver(): Promise<NewsStart & { readonly open: readonly PositionRow[] }> {
    return this.#db.transaction(
      async (tx) => {
        const isOpen = and(eq(positions.sessionId, this.#id), eq(positions.status, 'OPEN'))
        const open = await tx.select().from(positions).where(isOpen).orderBy(asc(positions.openTime), asc(positions.id))
        const traded = await tx.select({ id: fills.tradeId }).from(fills).where(eq(fills.owner, this.#id))
        const [control] = await tx
          .select({ n: accountControl.journalN })
          .from(accountControl)
          .innerJoin(sessions, eq(sessions.brokerAccountId, accountControl.accountId))
          .where(eq(sessions.id, this.#id))
        return { open, tradeIds: traded.map(({ id }) => id), journalN: control?.n ?? 0 }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  }

  /** Bars that a start began with. */
  async warmUp(seq: number): Promise<Buffer> {
    const [row] = await this.#db
      .select({ body: sessionRecords.body })
      .from(sessionRecords)
      .where(and(eq(sessionRecords.sessionId, this.#id), eq(sessionRecords.kind, 'warmup'), eq(sessionRecords.n, seq)))
    const { bytes } = (row?.body ?? { bytes: '' }) as { bytes: string }
    return bytes === '' ? Buffer.alloc(0) : inflateRawSync(Buffer.from(bytes, 'base64'))
  }

  /** One commit. Throws SessionTaken, with nothing written, if this process may not. */
  async commit(change: SessionChange): Promise<void> {
    const { rowNo, inputs = [], intents: drafts = [], records = [], lines = [], warmUp = null } = change
    const engine = engineOf(inputs)
    await this.#db.transaction(async (tx) => {
      const held = await this.#hold(tx)
      if (inputs.length > 0) {
        const values = inputs.map(({ seq, afterRow, input }) => ({
          sessionId: this.#id,
          seq,
          afterRow,
          kind: input.kind,
          body: input,
        }))
        await tx.insert(sessionInputs).values(values)
      }
      await this.#keep(tx, records, lines)
      if (warmUp) {
        const body = { bytes: deflateRawSync(warmUp.bytes).toString('base64') }
        const named = { sessionId: this.#id, kind: 'warmup', n: warmUp.seq }
        await tx.insert(sessionRecords).values({ ...named, time: new Date(warmUp.time), body })
      }
      if (engine) await tx.update(sessions).set({ engineVersion: engine.version }).where(eq(sessions.id, this.#id))
      await this.#advance(tx, rowNo, { intents: drafts.length, inputs: inputs.length })
      // Last, because the account is locked from here on, and others of its sessions wait.
      if (drafts.length > 0) await this.#write(tx, held, drafts)
    })
    this.#logCount += lines.length + records.reduce((sum, { log }) => sum + log.length, 0)
    for (const [kind, bodies] of recordsOf(records)) {
      this.#recordCounts.set(kind, (this.#recordCounts.get(kind) ?? 0) + bodies.length)
    }
  }

  async #hold(tx: Transaction): Promise<HeldSession> {
    if (!(await holdLease(tx, this.#lease))) throw new SessionTaken()
    const { id, userId, brokerAccountId, status, epoch } = sessions
    // Rows that name the session may be written meanwhile.
    const [row] = await tx
      .select({ userId, brokerAccountId, status, epoch })
      .from(sessions)
      .where(eq(id, this.#id))
      .for('no key update')
    if (row?.status !== 'Active' || row.epoch !== this.#lease.epoch) throw new SessionTaken()
    return row
  }

  async #advance(tx: Transaction, rowNo: number | null, added: { intents: number; inputs: number }): Promise<void> {
    const { sessionId, intentCount, inputCount } = sessionProgress
    await tx
      .insert(sessionProgress)
      .values({ sessionId: this.#id, rowNo, intentCount: added.intents, inputCount: added.inputs })
      .onConflictDoUpdate({
        target: sessionId,
        set: {
          rowNo,
          intentCount: sql`${intentCount} + ${added.intents}`,
          inputCount: sql`${inputCount} + ${added.inputs}`,
        },
      })
  }

  /** Checks what opens, as for requests of persons, and writes it down in the journal of the account. */
  async #write(tx: Transaction, session: HeldSession, drafts: readonly IntentRow[]): Promise<void> {
    const ledger = await AccountLedger.open(tx, session.brokerAccountId, this.#now)
    if (!ledger) throw new SessionTaken()
    const { before, unknown } = await this.#earlier(tx, session.brokerAccountId, drafts)
    const { userId: owner } = ledger.account
    const placedBy = session.userId === owner ? null : session.userId
    for (const [at, draft] of drafts.entries()) {
      const { payload } = draft
      const problem =
        payload.kind !== 'PLACE' || draft.state === 'DENIED'
          ? null
          : (openingProblem({
              level: ledger.level,
              isUnknown: unknown.includes(draft.instrumentId),
              ordersInMinute: before + at,
            }) ?? (await this.#accountProblem(tx, ledger.account, payload)))
      const asked = { ...draft, userId: owner, placedBy }
      const intent = problem === null ? asked : { ...asked, state: 'DENIED' as const, reason: problem }
      await ledger.record({ kind: intent.state, intentId: intent.id, rows: [{ table: 'intents', row: intent }] })
    }
  }

  /** Its orders of the last minute, and where the account has one of which nobody knows what became. */
  async #earlier(tx: Transaction, accountId: string, [first]: readonly IntentRow[]) {
    // By their numbers, which are indexed: a session may have written a great many before.
    const isRecent = and(eq(intents.sessionId, this.#id), gte(intents.no, (first?.no ?? 0) - MAX_ORDERS_PER_MINUTE))
    const isLate = and(isRecent, gte(intents.decidedAt, new Date(this.#now() - MINUTE_MS)))
    const isUnknown = and(eq(intents.accountId, accountId), eq(intents.state, 'UNKNOWN'), eq(intents.kind, 'PLACE'))
    const [found] = await tx
      .select({
        before: sql<number>`(count(*) filter (where ${isLate}))::int`,
        unknown: sql<string[]>`coalesce(array_agg(${intents.instrumentId}) filter (where ${isUnknown}), '{}')`,
      })
      .from(intents)
      .where(or(isLate, isUnknown))
    return found ?? { before: 0, unknown: [] }
  }

  #accountProblem(tx: Transaction, account: AccountRow, payload: PlacePayload): Promise<string | null> {
    return account.model === 'spot'
      ? venueProblem(tx, this.#valuation, account, payload, this.#now())
      : marginProblem(tx, this.#valuation, account, payload)
  }

  async #keep(tx: Transaction, records: readonly SessionRecords[], lines: readonly SessionLine[]): Promise<void> {
    const logged = [...records.flatMap(({ log }) => log), ...lines]
    if (logged.length > 0) {
      await tx.insert(sessionLogs).values(
        logged.map(({ time, level, message }, i) => ({
          sessionId: this.#id,
          n: this.#logCount + i,
          time: new Date(time),
          level,
          message,
        })),
      )
    }
    for (const [kind, bodies] of recordsOf(records)) {
      const from = this.#recordCounts.get(kind) ?? 0
      await tx.insert(sessionRecords).values(
        bodies.map(({ time, body }, i) => ({
          sessionId: this.#id,
          kind,
          n: from + i,
          time: new Date(time),
          body,
        })),
      )
    }
  }
}

interface RecordRow {
  readonly time: number
  readonly body: unknown
}

function recordsOf(records: readonly SessionRecords[]): [RecordKind, RecordRow[]][] {
  const rows: Record<RecordKind, RecordRow[]> = { order: [], position: [], plot: [], curve: [], day: [] }
  for (const { orders, positions, plots, curve, days } of records) {
    rows.order.push(...orders.map((body) => ({ time: body.time, body })))
    rows.position.push(...positions.map((body) => ({ time: body.closeTime ?? body.openTime, body })))
    for (const plot of plots) {
      if (plot.time.length === 0) continue
      const body = { ...plot, time: [...plot.time], value: [...plot.value].map(finite) }
      rows.plot.push({ time: plot.time[0] as number, body })
    }
    const columns = Object.entries(curve).map(([name, values]) => [name, [...(values as Float64Array)].map(finite)])
    const time = (curve as unknown as { time: Float64Array }).time[0]
    if (time !== undefined) rows.curve.push({ time, body: Object.fromEntries(columns) })
    rows.day.push(...days.time.map((day, i) => ({ time: day, body: { equity: days.equity[i] } })))
  }
  return (Object.entries(rows) as [RecordKind, RecordRow[]][]).filter(([, found]) => found.length > 0)
}

/** JSON has no NaN. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
