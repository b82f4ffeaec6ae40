import { type GivenShare, MAX_SHARES, type ReceivedShare, type ShareRole } from '@tradeloom/contracts'
import { type Drizzle, findPerson, newId, notify, schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNull } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import { endTrading, type EndTradingParts } from '../../trading-core/shares/end-trading.ts'
import { findShare, givenShares, receivedShares, type StoredShare } from './share-rows.ts'
import { shareNotice } from './share-notice.ts'

const { brokerConnections, connectionShares, users } = schema

/** Invitations that a person has open at most; further ones are never seen. */
const MAX_INVITATIONS = 20

export interface SharesParts extends EndTradingParts {
  readonly db: Drizzle
  /** The user sees other accounts than before. */
  readonly onAccess: (userId: string) => void
}

/** Connections that their owners share with other users. Whoever is invited sees nothing until they accept. */
export class SharesService {
  readonly #parts: SharesParts

  constructor(parts: SharesParts) {
    this.#parts = parts
  }

  async list(userId: string): Promise<{ given: GivenShare[]; received: ReceivedShare[] }> {
    const { db } = this.#parts
    const [given, received] = await Promise.all([givenShares(db, userId), receivedShares(db, userId)])
    return { given, received }
  }

  /** The answer tells nobody who has an account here. */
  async invite(
    connectionId: string,
    { person, role }: { readonly person: string; readonly role: ShareRole },
    userId: string,
  ): Promise<GivenShare> {
    const { db, now } = this.#parts
    const invited = person.toLowerCase()
    const found = await findPerson(db, invited, now())
    if (found?.id === userId) throw invalid('This is you', 'person')
    const id = newId(now())
    await db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const [own] = await tx
        .select({ broker: brokerConnections.broker, owner: users.displayUsername })
        .from(brokerConnections)
        .innerJoin(users, eq(users.id, brokerConnections.userId))
        .where(
          and(
            eq(brokerConnections.id, connectionId),
            eq(brokerConnections.userId, userId),
            isNull(brokerConnections.deletedAt),
          ),
        )
      if (!own) throw notFound('Connection')
      const before = await tx.select().from(connectionShares).where(eq(connectionShares.connectionId, connectionId))
      if (before.some((one) => one.invited === invited)) throw conflict(`${person} is invited already`)
      if (before.length >= MAX_SHARES)
        throw new AppError('limit', 'too-many-shares', `A connection is shared with at most ${MAX_SHARES} persons`)
      const reached = found !== null && (await openInvitations(tx, found.id)) < MAX_INVITATIONS ? found.id : null
      await tx.insert(connectionShares).values({ id, connectionId, invited, userId: reached, role })
      if (reached !== null)
        await notify(tx, reached, shareNotice('invited', { ...own, role, connectionId, now: now() }))
    })
    return this.#given(id, userId)
  }

  /** `weaken` is called before a person may trade, and may refuse it. */
  async change(id: string, role: ShareRole, userId: string, weaken: (change: string) => void): Promise<GivenShare> {
    const { db } = this.#parts
    const changed = await db.transaction(async (tx) => {
      const share = await this.#held(tx, id, userId)
      if (share.ownerId !== userId) throw notFound('Share')
      if (share.role === role) return share
      if (role === 'trader') weaken(`${share.person}, on ${share.broker}`)
      await tx.update(connectionShares).set({ role }).where(eq(connectionShares.id, id))
      if (share.isAccepted) await this.#lost(tx, share, role === 'trader' ? 'raised' : 'lowered')
      return share
    })
    this.#tell(changed)
    return this.#given(id, userId)
  }

  async accept(id: string, userId: string): Promise<void> {
    const { db, now } = this.#parts
    const accepted = await db.transaction(async (tx) => {
      const share = await this.#held(tx, id, userId)
      if (share.userId !== userId) throw notFound('Share')
      if (share.isAccepted) return share
      const { connectionId } = share
      const isTwice = and(eq(connectionShares.connectionId, connectionId), eq(connectionShares.userId, userId))
      const others = await tx.select().from(connectionShares).where(isTwice)
      if (others.some(({ acceptedAt }) => acceptedAt !== null))
        throw conflict('This connection is shared with you already')
      await tx
        .update(connectionShares)
        .set({ acceptedAt: new Date(now()) })
        .where(eq(connectionShares.id, id))
      await notify(tx, share.ownerId, shareNotice('accepted', { ...share, person: share.username, now: now() }))
      return share
    })
    this.#tell({ ...accepted, isAccepted: true })
  }

  /** By its owner, or by the person: an invitation that is declined looks to its owner as if nobody had this name. */
  async end(id: string, userId: string): Promise<void> {
    const { db } = this.#parts
    const ended = await db.transaction(async (tx) => {
      const share = await this.#held(tx, id, userId)
      const isOwner = share.ownerId === userId
      if (!isOwner && share.userId !== userId) throw notFound('Share')
      if (!isOwner && !share.isAccepted) {
        await tx.update(connectionShares).set({ userId: null }).where(eq(connectionShares.id, id))
        return share
      }
      await tx.delete(connectionShares).where(eq(connectionShares.id, id))
      if (share.isAccepted) await this.#lost(tx, share, isOwner ? 'withdrawn' : 'left')
      return share
    })
    this.#tell(ended)
  }

  /** Nobody but its owner sees the accounts of a connection without a key. Returns what to call once it is committed. */
  async endAll(tx: Transaction, connectionId: string): Promise<() => void> {
    const rows = await tx
      .select({ id: connectionShares.id })
      .from(connectionShares)
      .where(eq(connectionShares.connectionId, connectionId))
    const ended: StoredShare[] = []
    for (const { id } of rows) {
      const share = await findShare(tx, id)
      if (!share) continue
      ended.push(share)
      if (share.isAccepted) await this.#lost(tx, share, 'withdrawn')
    }
    await tx.delete(connectionShares).where(eq(connectionShares.connectionId, connectionId))
    return () => ended.forEach((share) => this.#tell(share))
  }

  /** What a person may do has changed. Both are told. */
  async #lost(tx: Transaction, share: StoredShare, how: 'raised' | 'lowered' | 'withdrawn' | 'left'): Promise<void> {
    const { now } = this.#parts
    const { userId, ownerId } = share
    if (userId === null) return
    if (how !== 'raised') await endTrading(tx, { connectionId: share.connectionId, userId }, this.#parts)
    for (const id of [userId, ownerId]) await notify(tx, id, shareNotice(how, { ...share, now: now() }))
  }

  /** Locked until the transaction ends. */
  async #held(tx: Transaction, id: string, userId: string): Promise<StoredShare> {
    const share = await findShare(tx, id)
    if (!share || (share.ownerId !== userId && share.userId !== userId)) throw notFound('Share')
    return share
  }

  #tell({ userId, isAccepted }: StoredShare): void {
    if (userId !== null && isAccepted) this.#parts.onAccess(userId)
  }

  async #given(id: string, userId: string): Promise<GivenShare> {
    const found = (await givenShares(this.#parts.db, userId)).find((one) => one.id === id)
    if (!found) throw notFound('Share')
    return found
  }
}

function openInvitations(tx: Transaction, userId: string): Promise<number> {
  return tx.$count(connectionShares, and(eq(connectionShares.userId, userId), isNull(connectionShares.acceptedAt)))
}
