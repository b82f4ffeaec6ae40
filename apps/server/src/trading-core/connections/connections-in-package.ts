import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull } from 'drizzle-orm'
import type { Rights } from '../../platform/auth/rights.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const { brokerConnections, exchangeKeys } = schema

/** Ids of the user's connections that the package includes: when it becomes smaller, the oldest are kept. */
export async function connectionsInPackage(
  db: Pick<Drizzle, 'select'>,
  userId: string,
  { exchangeConnections }: Pick<Rights, 'exchangeConnections'>,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: brokerConnections.id })
    .from(brokerConnections)
    .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
    .where(and(eq(brokerConnections.userId, userId), isNull(brokerConnections.deletedAt)))
    .orderBy(brokerConnections.createdAt, brokerConnections.id)
    .limit(exchangeConnections)
  return new Set(rows.map(({ id }) => id))
}

/** What is open can still be closed: a package that ends must not keep anybody from a position. */
export function notInPackage(): AppError {
  return new AppError('forbidden', 'not-in-package', 'This exchange connection is not in your package')
}
