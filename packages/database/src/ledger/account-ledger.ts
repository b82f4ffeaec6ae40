import { createHash } from 'node:crypto'
import { type AccountLevel, type GuardLimitName, type GuardLimits, guardLimits } from '@tradeloom/domain'
import { canonicalJson, type JournalRow, nextEntry, stricterLevel } from '@tradeloom/trading'
import { and, eq, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm'
import { notifyOfEntry, notifyOfLevel } from '../notifications/notify-of-entry.ts'
import { schema } from '../schema.ts'
import type { Transaction } from '../start-database.ts'
import type { AccountRow, LedgerRow } from './ledger-rows.ts'
import { writes } from './write-rows.ts'

const { accountControl, journal, leases, tradingAccounts } = schema

export interface LedgerEntry {
  readonly kind: string
  readonly intentId?: string | null
  readonly rows: readonly LedgerRow[]
  /** What the rows do not say, such as who asked for it. */
  readonly note?: Readonly<Record<string, unknown>>
}

export interface LevelChange {
  readonly level: AccountLevel
  /** The id of a user, or the process that asks for it. */
  readonly by: string
  readonly reason: string | null
  /** The guardian closes the account down at the venue itself. */
  readonly holder?: 'guardian' | null
}

interface LeasedLedger {
  readonly accountId: string
  readonly lease: { readonly kind: string; readonly key: string; readonly epoch: number }
  readonly now: () => number
}

type ControlRow = InferSelectModel<typeof accountControl>

/** Notifications of accounts that have intents to be sent. */
export const INTENTS_CHANNEL = 'tradeloom_intents'

/**
 * Closings are booked some time after they happened. One that is booked while the drawdown is counted must count, or what it
 * has won would be missing: its position counted while it was open.
 */
const BOOKED_WITHIN_MS = 3_600_000

/** Entries of the journal that state another level of their account, and other limits. */
export const LEVEL_ENTRY = 'LEVEL'
const LIMITS_ENTRY = 'LIMITS'

/** Entries of the journal that state positions of which no execution tells where they have gone. */
export const ADJUST_ENTRY = 'ADJUST'

/** What such an entry notes. A type alias, because notes have any names. */
export type LostCoins = {
  readonly coin: string
  readonly missing: number
  /** At the venue. */
  readonly there: number
  /** What each position has lost, by its id. */
  readonly lost: Readonly<Record<string, number>>
}

/** What executions have closed of each position, by the ids of trades and positions. */
export type ClosedParts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What the entry of an execution notes that concerns several positions. */
export type ClosedNote = { readonly closed: ClosedParts }

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** Whether an account opens nothing while no guardian watches it: at a venue always, on paper with a limit. */
export function needsGuardian({ venue }: Pick<AccountRow, 'venue'>, { limits }: Pick<ControlRow, 'limits'>): boolean {
  return venue !== 'paper' || Object.keys(limits).length > 0
}

/**
 * Whatever changes an account goes through its ledger: it locks the account until the transaction ends, and writes rows
 * together with the entry of the journal that states them, so the tables follow from the journal.
 */
export class AccountLedger {
  readonly #tx: Transaction
  #account: AccountRow
  #control: ControlRow
  #head: { n: number; hash: string | null }
  readonly #now: () => number

  /** Null if there is no such account. */
  static async open(tx: Transaction, accountId: string, now: () => number = Date.now): Promise<AccountLedger | null> {
    // Each row that is read is locked, too: then what was waited for is read, and not what was there before.
    const [row] = await tx
      .select({ control: accountControl, account: tradingAccounts })
      .from(accountControl)
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountControl.accountId))
      .where(eq(accountControl.accountId, accountId))
      .for('no key update')
    return row ? new AccountLedger(tx, row.account, row.control, now) : null
  }

  /** Locks the lease first. Null if it was taken over or released. */
  static async openLeased(tx: Transaction, { accountId, lease, now }: LeasedLedger): Promise<AccountLedger | null> {
    const { kind, key, epoch } = lease
    const [row] = await tx
      .select({ control: accountControl, account: tradingAccounts })
      .from(leases)
      .innerJoin(accountControl, eq(accountControl.accountId, accountId))
      .innerJoin(tradingAccounts, eq(tradingAccounts.id, accountControl.accountId))
      .where(and(eq(leases.kind, kind), eq(leases.key, key), eq(leases.epoch, epoch)))
      .for('no key update')
    return row ? new AccountLedger(tx, row.account, row.control, now) : null
  }

  private constructor(tx: Transaction, account: AccountRow, control: ControlRow, now: () => number) {
    this.#tx = tx
    this.#account = account
    this.#control = control
    this.#head = { n: control.journalN, hash: control.journalHash }
    this.#now = now
  }

  /** As it is now, with what this transaction has changed. */
  get account(): AccountRow {
    return this.#account
  }

  get level(): AccountLevel {
    return this.#control.level
  }

  /** What its guardian acts at. */
  get limits(): GuardLimits {
    return guardLimits(this.#control.limits)
  }

  /** Whether the guardian closes the account down at the venue itself. */
  get isHeld(): boolean {
    return this.#control.holder !== null
  }

  get needsGuardian(): boolean {
    return needsGuardian(this.#account, this.#control)
  }

  /** Number of the newest entry. */
  get n(): number {
    return this.#head.n
  }

  /** Writes the rows and their entry. A trade that is booked already fails, and with it the transaction. */
  async record({ kind, intentId = null, rows, note = {} }: LedgerEntry): Promise<void> {
    const { id: accountId } = this.#account
    await notifyOfEntry(this.#tx, this.#account, rows)
    const at = this.#now()
    const body = { ...note, rows: rows.map(imageOf) }
    const entry = nextEntry(sha256, accountId, this.#head, { at, kind, intentId, body })
    await this.#write(rows, { ...entry, accountId, at: new Date(at) })
    this.#head = entry
    for (const change of rows) if (change.table === 'accounts') this.#account = change.row
  }

  /** In one statement, because the account is locked, and every change of every account takes it. */
  async #write(rows: readonly LedgerRow[], entry: InferInsertModel<typeof journal>): Promise<void> {
    const tx = this.#tx
    const { accountId, n: journalN, hash: journalHash, kind } = entry
    const parts = writes(tx, rows)
    const last = parts.pop() ?? []
    for (const part of parts) await tx.execute(sql`with ${sql.join(part, sql`, `)} select`)
    const head = tx.update(accountControl).set({ journalN, journalHash }).where(eq(accountControl.accountId, accountId))
    // Delivered when the transaction is committed.
    const isAsked = kind === 'WRITTEN'
    const sent = isAsked ? sql` returning pg_notify(${INTENTS_CHANNEL}, ${accountId})` : sql``
    const appended = sql`appended as (${tx.insert(journal).values(entry).getSQL()})`
    await tx.execute(sql`with ${sql.join([...last, appended], sql`, `)} ${head.getSQL()}${sent}`)
  }

  /** Makes the account stricter. Returns false, with nothing written, if it is as strict already. */
  async raise(change: LevelChange): Promise<boolean> {
    const { level } = this
    if (change.level === level || stricterLevel(change.level, level) === level) return false
    await this.#setLevel(change)
    return true
  }

  /** The guardian closes the account down no longer itself: others send again what closes. */
  async handOver(): Promise<void> {
    if (this.isHeld) await this.#setControl({ holder: null })
  }

  /**
   * Releases the account from the level that its guardian has set: only a person may, and says why. The loss of the day starts
   * from zero. Returns false if it is not restricted.
   */
  async release(userId: string, reason: string): Promise<boolean> {
    if (this.level === 'ACTIVE') return false
    await this.#setLevel({ level: 'ACTIVE', by: userId, reason })
    await this.#setControl({ referenceAt: null, referenceResult: null })
    await this.seekPeak()
    return true
  }

  /** From here on the drawdown starts from zero. */
  async seekPeak(): Promise<void> {
    const peakSince = this.limits.drawdown === null ? null : new Date(this.#now() - BOOKED_WITHIN_MS)
    await this.#setControl({ peakSince, peakResult: null })
  }

  /** What is not named stays as it is; null removes a limit. */
  async limit(changes: Partial<GuardLimits>, userId: string): Promise<void> {
    const before = this.limits
    const changed = Object.entries(changes).filter(([name, limit]) => limit !== before[name as GuardLimitName])
    if (changed.length === 0) return
    const all = Object.entries({ ...before, ...changes }).filter(([, limit]) => limit !== null)
    const changedAt = Object.fromEntries(changed.map(([name]) => [name, this.#now()]))
    const limitsAt = { ...this.#control.limitsAt, ...changedAt }
    await this.#setControl({ limits: Object.fromEntries(all), limitsAt })
    if ((before.drawdown === null) !== (this.limits.drawdown === null)) await this.seekPeak()
    await this.record({ kind: LIMITS_ENTRY, rows: [], note: { ...Object.fromEntries(changed), by: userId } })
  }

  async #setLevel({ level, by, reason, holder = null }: LevelChange): Promise<void> {
    const before = this.level
    const since = new Date(this.#now())
    await this.#setControl({ level, by, reason, holder, since, epoch: this.#control.epoch + 1 })
    await this.record({ kind: LEVEL_ENTRY, rows: [], note: { level, before, by, reason } })
    if (by === 'guardian') await notifyOfLevel(this.#tx, this.#account, { level, reason })
  }

  async #setControl(changes: Partial<ControlRow>): Promise<void> {
    await this.#tx.update(accountControl).set(changes).where(eq(accountControl.accountId, this.#account.id))
    this.#control = { ...this.#control, ...changes }
  }
}

/** How far prices were processed is written between commits, and follows from prices again. */
const VOLATILE: ReadonlySet<string> = new Set(['matchedRow', 'trailingBest', 'isTriggered', 'isResting'])

/** Younger than journals: they lack them where they are as here. */
const LATER: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['received', null],
  ['decisionMid', null],
  ['bid', null],
  ['ask', null],
  ['part', 1],
  ['partOf', null],
  ['openHalfSpread', 0],
  ['openSlippage', 0],
  ['spreadCost', 0],
  ['slippageCost', 0],
  ['fundingCost', 0],
  ['refusedStops', null],
  ['placedBy', null],
])

/** What accounts were before they stated it. */
function modelBefore({ venue }: Pick<AccountRow, 'venue'>): AccountRow['model'] {
  return venue === 'paper' ? 'hedging' : 'spot'
}

/** A row as the journal states it. */
export function imageOf({ table, row }: LedgerRow): JournalRow {
  const isLater = (name: string, value: unknown): boolean =>
    table === 'accounts' && name === 'model' ? value === modelBefore(row) : LATER.has(name) && value === LATER.get(name)
  const kept = Object.entries(row).filter(([name, value]) => !VOLATILE.has(name) && !isLater(name, value))
  const key = 'tradeId' in row ? row.tradeId : row.id
  return { table, key, row: JSON.parse(canonicalJson(Object.fromEntries(kept))) as JournalRow['row'] }
}
