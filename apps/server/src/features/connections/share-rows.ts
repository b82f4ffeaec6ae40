import type { GivenShare, ReceivedShare, ShareRole } from '@tradeloom/contracts'
import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { and, eq, isNull, sql } from 'drizzle-orm'

const { brokerConnections, connectionShares, users } = schema

export interface StoredShare {
  readonly id: string
  readonly connectionId: string
  readonly ownerId: string
  /** The username of the owner. */
  readonly owner: string
  readonly broker: string
  readonly userId: string | null
  /** As its owner sees them: their username once they have accepted. */
  readonly person: string
  readonly username: string
  readonly role: ShareRole
  readonly isAccepted: boolean
}

const { id, connectionId, invited, userId, role, createdAt, acceptedAt } = connectionShares
const isAccepted = sql<boolean>`(${acceptedAt} is not null)`
const username = sql<string>`coalesce((select person.display_username from ${users} person
  where person.id = ${userId}), ${invited})`
const person = sql<string>`case when ${acceptedAt} is null then ${invited} else ${username} end`
const owner = users.displayUsername

/** By the oldest connection first. */
export async function givenShares(db: Drizzle, ownerId: string): Promise<GivenShare[]> {
  const rows = await db
    .select({ id, connectionId, person, role, isAccepted, createdAt })
    .from(connectionShares)
    .innerJoin(brokerConnections, eq(brokerConnections.id, connectionId))
    .where(and(eq(brokerConnections.userId, ownerId), isNull(brokerConnections.deletedAt)))
    .orderBy(brokerConnections.createdAt, createdAt, id)
  return rows.map(viewed)
}

export async function receivedShares(db: Drizzle, personId: string): Promise<ReceivedShare[]> {
  const { broker, type } = brokerConnections
  const rows = await db
    .select({ id, connectionId, owner, broker, type, role, isAccepted, createdAt })
    .from(connectionShares)
    .innerJoin(brokerConnections, eq(brokerConnections.id, connectionId))
    .innerJoin(users, eq(users.id, brokerConnections.userId))
    .where(and(eq(userId, personId), isNull(brokerConnections.deletedAt)))
    .orderBy(createdAt, id)
  return rows.map(viewed)
}

/** Locks it until the transaction ends. */
export async function findShare(tx: Transaction, shareId: string): Promise<StoredShare | null> {
  const { broker, userId: ownerId } = brokerConnections
  const [row] = await tx
    .select({ id, connectionId, ownerId, owner, broker, userId, person, username, role, isAccepted })
    .from(connectionShares)
    .innerJoin(brokerConnections, eq(brokerConnections.id, connectionId))
    .innerJoin(users, eq(users.id, brokerConnections.userId))
    .where(eq(id, shareId))
    .for('update', { of: connectionShares })
  return row ?? null
}

function viewed<Row extends { readonly createdAt: Date }>({ createdAt: at, ...row }: Row) {
  return { ...row, created: at.getTime() }
}
