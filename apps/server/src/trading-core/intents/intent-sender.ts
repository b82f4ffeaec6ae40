import { type AccountLedger, type Drizzle, type IntentRow, schema, type Transaction } from '@tradeloom/database'
import type { AccountLevel } from '@tradeloom/domain'
import {
  claimProblem,
  intentAfter,
  type IntentEvent,
  isAnswer,
  isFrozen,
  isProtection,
  stricterLevel,
} from '@tradeloom/trading'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { isGuarded } from '../../platform/leases/guard-lease.ts'
import type { Lease } from '../../platform/leases/leases.ts'
import type { ReachCrashPoint } from './crash-points.ts'
import { APART_MS, AttemptGate, attemptOf } from '../attempts/attempt-gate.ts'
import { isTraderOf } from '../shares/is-trader-of.ts'
import { inLedger } from './in-ledger.ts'
import { LeaseLost } from './lease-lost.ts'
import type { IntentGateway, VenueAnswer, VenueBooking } from './intent-gateway.ts'
import { marketOwnerProblem } from './market-owner.ts'

const { intents, sessions } = schema

/** Between two look-ups that must both answer "none". */
const LOOK_AGAIN_MS = 2_000

export interface IntentSenderParts {
  readonly db: Drizzle
  readonly accountId: string
  /** Of the account: what was begun under an earlier one is refused. */
  readonly lease: Lease
  readonly gateway: IntentGateway
  readonly reach: ReachCrashPoint
  readonly now: () => number
  /** What the work on the account allows for now, if that is less than its level. */
  readonly ownLevel?: () => AccountLevel
  /** An intent has another state. */
  readonly onChange: (intent: IntentRow) => void
}

/** Sends the intents of one account, oldest first, each at most once, and finds out about those without an answer. */
export class IntentSender {
  readonly #parts: IntentSenderParts
  /** When a look-up first answered that the venue knows nothing, by intent. */
  readonly #missingSince = new Map<string, number>()
  readonly #gate: AttemptGate
  #hasUnanswered = false
  #catchUp = { from: Infinity, until: 0 }

  constructor(parts: IntentSenderParts) {
    this.#parts = parts
    this.#gate = new AttemptGate(parts.db)
  }

  /** Whether requests without an answer are to be looked up. */
  get hasUnanswered(): boolean {
    return this.#hasUnanswered
  }

  /** Requests that were being sent when the process, or its work, ended: nobody knows whether the venue has them. */
  async recover(): Promise<void> {
    await this.#interrupted(await this.#inState('SENDING'))
    await this.lookUp()
  }

  /** Requests that another process was sending, the guardian, and that can no longer arrive: it may have died meanwhile. */
  async recoverOthers(): Promise<void> {
    const late = (await this.#inState('SENDING')).filter(
      ({ fenceAt }) => this.#parts.now() >= (fenceAt?.getTime() ?? 0),
    )
    await this.#interrupted(late)
    if (late.length > 0) await this.lookUp()
  }

  async #interrupted(sending: readonly IntentRow[]): Promise<void> {
    for (const { id } of sending)
      await this.change(id, { kind: 'UNANSWERED', reason: 'it was interrupted while it was sent' })
  }

  /** Sends the oldest written intent; false if there is none. */
  async sendNext(): Promise<boolean> {
    const { gateway, reach } = this.#parts
    const [oldest] = await this.#inState('WRITTEN')
    if (!oldest) return false
    reach('written-not-claimed')
    const attemptId = attemptOf(oldest)
    // What takes long is done before the other leg waits for it; what fails fails again when it is sent.
    if (attemptId !== null) await gateway.prepare?.(oldest).catch(() => undefined)
    const claimed = await this.#claim(oldest.id)
    const [intent, partner = null] = claimed
    if (!intent) return true
    const dropped = (reason: string): Promise<void> => this.#tell(claimed, { kind: 'DROPPED', reason })
    // Both legs of an account leave at once.
    const leavesAt = attemptId === null || partner ? performance.now() : await this.#gate.start(attemptId)
    if (typeof leavesAt === 'string') return dropped(leavesAt).then(() => true)
    reach('sending-no-byte-out')
    // To cancel late is still right.
    if (intent.kind !== 'CANCEL' && isFrozen(leavesAt, performance.now()))
      return dropped('the process was suspended before it could be sent').then(() => true)
    if (attemptId !== null && partner) await this.#sendBoth(intent, partner)
    else await this.#send(intent, partner, attemptId === null ? null : leavesAt)
    return true
  }

  /** `leavesAt`: of a leg, which leaves together with the other one. */
  async #send(intent: IntentRow, partner: IntentRow | null, leavesAt: number | null): Promise<void> {
    const { gateway, now, reach } = this.#parts
    const claimed = partner ? [intent, partner] : [intent]
    let answer: VenueAnswer
    const late = leavesAt === null ? 0 : performance.now() - leavesAt
    try {
      answer = await gateway.submit(intent, partner, leavesAt === null ? undefined : now() + APART_MS - late)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      this.#hasUnanswered = true
      return this.#tell(claimed, { kind: 'UNANSWERED', reason: textOf(error) })
    }
    reach('answer-half-read')
    await this.#apply(intent, answer)
    if (partner) await this.#apply(partner, forPartner(answer))
    if (leavesAt !== null) await this.#gate.left(intent, late)
  }

  /** Two legs of one account, whose venue is here: it takes both of them in one commit, or neither. */
  async #sendBoth(first: IntentRow, second: IntentRow): Promise<void> {
    const { gateway, reach } = this.#parts
    const legs = [first, second]
    const answers: VenueAnswer[] = []
    for (const leg of legs) {
      const answer = await gateway.submit(leg, null)
      if (answer.kind !== 'ACCEPTED') {
        const reason = 'reason' in answer ? answer.reason : 'the venue does not take it'
        const refused = { kind: 'REFUSED', reason } as const
        const dropped = { kind: 'DROPPED', reason: OTHER_REFUSED } as const
        return this.#changeAll(legs.map((one) => ({ id: one.id, event: one === leg ? refused : dropped })))
      }
      answers.push(answer)
    }
    reach('answer-half-read')
    await this.#changeAll(
      legs.flatMap(({ id }, at) => {
        const event = answers[at]
        return event?.kind === 'ACCEPTED' ? [{ id, event, booking: event.booking }] : []
      }),
    )
    for (const leg of legs) await this.#gate.left(leg, 0)
  }

  async #tell(intentsNow: readonly IntentRow[], event: IntentEvent): Promise<void> {
    for (const { id } of intentsNow) await this.change(id, event)
  }

  /**
   * The venue caught up with prices that it had missed, UTC milliseconds. What only reduces had to wait for that, and is
   * executed at current prices; what opens was decided on other ones.
   */
  caughtUp(from: number, until: number): void {
    this.#catchUp = { from, until }
  }

  #heldSince(writtenAt: number): number {
    const { from, until } = this.#catchUp
    return writtenAt < from ? 0 : Math.max(0, until - writtenAt)
  }

  /** Looks up the requests without an answer. `mustAnswer`: throws if the venue does not say. */
  async lookUp({ mustAnswer = false } = {}): Promise<void> {
    const { gateway, now } = this.#parts
    const unknown = await this.#inState('UNKNOWN')
    for (const intent of unknown) {
      // An error is no answer.
      const found = await gateway.find(intent).catch((error: unknown) => {
        if (mustAnswer) throw error
      })
      if (found === undefined) continue
      if (found !== null) {
        this.#missingSince.delete(intent.id)
        await this.#apply(intent, found)
      } else if (now() >= (intent.fenceAt?.getTime() ?? 0)) await this.#missed(intent)
    }
    this.#hasUnanswered = (await this.#inState('UNKNOWN')).length > 0
  }

  async #missed(intent: IntentRow): Promise<void> {
    const since = this.#missingSince.get(intent.id)
    if (since === undefined) return void this.#missingSince.set(intent.id, performance.now())
    if (performance.now() - since < LOOK_AGAIN_MS) return
    this.#missingSince.delete(intent.id)
    await this.change(intent.id, { kind: 'NOT_THERE' })
  }

  async #apply(intent: IntentRow, answer: VenueAnswer): Promise<void> {
    await this.change(intent.id, answer, answer.kind === 'ACCEPTED' ? answer.booking : undefined)
  }

  /** The intent that is to be sent now, and the one that goes with it; none if it may not be sent. */
  async #claim(id: string): Promise<IntentRow[]> {
    const { now, gateway, lease, onChange } = this.#parts
    const changed = await inLedger(this.#parts, async (tx, ledger) => {
      const asked = await readAsked(tx, id)
      if (asked?.intent.state !== 'WRITTEN') return []
      const { intent, isSessionOver } = asked
      const at = now()
      const isLeg = attemptOf(intent) !== null
      const leg = isLeg ? await this.#gate.partner(tx, intent) : undefined
      const all = leg?.state === 'WRITTEN' ? [intent, leg] : [intent]
      let problem = leg && all.length === 1 ? OTHER_REFUSED : null
      for (const one of all) problem ??= await this.#problem(tx, ledger, one, isSessionOver)
      if (isLeg && problem === null) problem = await this.#gate.confirm(tx, intent, leg !== undefined)
      else if (isLeg) await this.#gate.abandon(tx, attemptOf(intent) ?? '', problem ?? '')
      const event: IntentEvent = problem === null ? { kind: 'CLAIMED' } : { kind: 'DROPPED', reason: problem }
      const claimed = { epoch: lease.epoch, sentAt: new Date(at), fenceAt: new Date(at + gateway.fenceMs) }
      const partner = isProtection(intent.payload) ? await read(tx, intent.payload.partnerId) : undefined
      const next = (partner ? [intent, partner] : all).map((one): IntentRow => {
        return { ...one, ...intentAfter(one, event, at), ...(problem === null ? claimed : {}) }
      })
      const kind = problem === null ? 'SENDING' : 'UNSENT'
      await ledger.record({ kind, intentId: id, rows: next.map((row) => ({ table: 'intents', row }) as const) })
      return next
    })
    for (const one of changed) onChange(one)
    return changed.filter(({ state }) => state === 'SENDING')
  }

  /** Why a request is not sent; null if it may be. */
  async #problem(
    tx: Transaction,
    ledger: AccountLedger,
    intent: IntentRow,
    isSessionOver: boolean,
  ): Promise<string | null> {
    const { now, ownLevel } = this.#parts
    const { account } = ledger
    const isOpening = mayOpen(intent)
    const writtenAt = intent.committedAt.getTime()
    return claimProblem({
      writtenAt: isOpening ? writtenAt : writtenAt + this.#heldSince(writtenAt),
      now: now(),
      level: ownLevel ? stricterLevel(ledger.level, ownLevel()) : ledger.level,
      isHeld: ledger.isHeld,
      isUnguarded: isOpening && ledger.needsGuardian && !(await isGuarded(tx, intent.accountId)),
      isOpening,
      isClosing: intent.kind === 'CLOSE' || intent.kind === 'CANCEL',
      isCanceling: intent.kind === 'CANCEL',
      isSessionOver,
      isShareOver: await isShareOver(tx, intent),
      marketProblem: intent.kind === 'PLACE' ? await marketOwnerProblem(tx, { ...intent, account }) : null,
    })
  }

  /** Applies what is known now, and commits with it what the venue has booked. */
  change(id: string, event: IntentEvent, booking?: VenueBooking): Promise<void> {
    return this.#changeAll([{ id, event, booking }])
  }

  async #changeAll(changes: readonly IntentChange[]): Promise<void> {
    const { now, onChange, reach } = this.#parts
    const changed = await inLedger(this.#parts, async (tx, ledger) => {
      const done: { readonly next: IntentRow; readonly booking: VenueBooking | undefined }[] = []
      for (const { id, event, booking } of changes) {
        const intent = await read(tx, id)
        const next = intent && intentAfter(intent, event, now())
        if (!next) continue
        if (booking) await ledger.record(booking.entry)
        await ledger.record({ kind: next.state, intentId: id, rows: [{ table: 'intents', row: next }] })
        if (isAnswer(event)) reach('answer-not-committed')
        done.push({ next, booking })
      }
      return done
    })
    for (const { next, booking } of changed) {
      booking?.done()
      onChange(next)
    }
  }

  #inState(...states: readonly IntentRow['state'][]): Promise<IntentRow[]> {
    const { db, accountId } = this.#parts
    const wanted = and(eq(intents.accountId, accountId), inArray(intents.state, [...states]))
    return db.select().from(intents).where(wanted).orderBy(asc(intents.id))
  }
}

interface IntentChange {
  readonly id: string
  readonly event: IntentEvent
  readonly booking?: VenueBooking | undefined
}

const OTHER_REFUSED = 'the other leg was refused'

/** Whether it may increase exposure. */
function mayOpen({ payload }: IntentRow): boolean {
  return payload.kind === 'PLACE' ? !payload.reduceOnly : payload.kind === 'CHANGE'
}

/** What the answer to a request says of the second of its two orders. */
function forPartner(answer: VenueAnswer): VenueAnswer {
  return answer.kind === 'ACCEPTED' ? { kind: 'ACCEPTED', venueId: answer.partnerVenueId ?? '' } : answer
}

async function read(tx: Transaction, id: string | null): Promise<IntentRow | undefined> {
  if (id === null) return undefined
  const [intent] = await tx.select().from(intents).where(eq(intents.id, id))
  return intent
}

/** With whether the session that has asked for it is over. */
async function readAsked(tx: Transaction, id: string) {
  const [asked] = await tx
    .select({ intent: intents, status: sessions.status })
    .from(intents)
    .leftJoin(sessions, eq(sessions.id, intents.sessionId))
    .where(eq(intents.id, id))
  return asked && { intent: asked.intent, isSessionOver: asked.intent.sessionId !== null && asked.status !== 'Active' }
}

/** Somebody who was a trader of the account of somebody else when they asked for it. */
async function isShareOver(tx: Transaction, { placedBy, accountId }: IntentRow): Promise<boolean> {
  return placedBy !== null && !(await isTraderOf(tx, { accountId, userId: placedBy }))
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
