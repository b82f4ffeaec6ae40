import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Drizzle, type IntentRow, notify, type PositionRow, schema, type Transaction } from '@tradeloom/database'
import { instrumentName } from '@tradeloom/domain'
import type { LiveNumbers, SessionRecords } from '@tradeloom/engine'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { cancelOpenings } from '../../trading-core/intents/cancel-openings.ts'
import { holdLease, type Lease } from '../../platform/leases/leases.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { type SessionLine, SessionRecordRows } from './session-record-rows.ts'
import type { TakenSession } from './session-row.ts'
import type { NewsStart } from './venue-news.ts'
import { engineOf, type PlacedInput, placedInput } from './stored-input.ts'
import { type AskingSession, writeIntents } from './write-intents.ts'

const {
  accountControl,
  fills,
  intents,
  positions,
  sessionInputs,
  sessionProgress,
  sessionRecords,
  sessions,
  venueOrders,
} = schema

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

/** What is stored of one session, written under its lease by the one process that runs it. */
export class SessionStore {
  readonly #db: Drizzle
  readonly #id: string
  readonly #lease: Lease
  readonly #valuation: Valuation
  readonly #now: () => number
  readonly #recordRows: SessionRecordRows

  constructor(db: Drizzle, id: string, lease: Lease, valuation: Valuation, now: () => number) {
    this.#db = db
    this.#valuation = valuation
    this.#id = id
    this.#lease = lease
    this.#now = now
    this.#recordRows = new SessionRecordRows(id)
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
    if (row) await this.#recordRows.count(this.#db)
    return row
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
    await this.#recordRows.count(this.#db)
    await this.#db.transaction((tx) => this.#recordRows.write(tx, records, lines))
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
    // Before anything is locked: what venues list may have to be read by another connection.
    const valuation = drafts.length > 0 ? await this.#valuation.still() : this.#valuation
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
      await this.#recordRows.write(tx, records, lines)
      if (warmUp) {
        const body = { bytes: deflateRawSync(warmUp.bytes).toString('base64') }
        const named = { sessionId: this.#id, kind: 'warmup', n: warmUp.seq }
        await tx.insert(sessionRecords).values({ ...named, time: new Date(warmUp.time), body })
      }
      if (engine) await tx.update(sessions).set({ engineVersion: engine.version }).where(eq(sessions.id, this.#id))
      await this.#advance(tx, rowNo, { intents: drafts.length, inputs: inputs.length })
      // Last, because the account is locked from here on, and others of its sessions wait.
      if (drafts.length > 0 && !(await writeIntents(tx, held, drafts, { valuation, now: this.#now })))
        throw new SessionTaken()
    })
    this.#recordRows.wrote(records, lines)
  }

  async #hold(tx: Transaction): Promise<AskingSession> {
    if (!(await holdLease(tx, this.#lease))) throw new SessionTaken()
    const { id, userId, brokerAccountId, status, epoch } = sessions
    // Rows that name the session may be written meanwhile.
    const [row] = await tx
      .select({ id, userId, brokerAccountId, status, epoch })
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
}
