import { isDeepStrictEqual } from 'node:util'
import { CREDENTIAL_FORMS, type ExchangeConnection } from '@tradeloom/contracts'
import { type Drizzle, notify, schema, type Transaction } from '@tradeloom/database'
import { sealBox } from '@tradeloom/vault'
import type { VenueAdapter } from '@tradeloom/venues'
import { and, eq, isNull } from 'drizzle-orm'
import { conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { BrokersProcess } from './brokers-process.ts'
import type { ConnectionsService } from './connections.service.ts'
import { maskedKey } from './masked-key.ts'

const { brokerConnections, exchangeKeys, guardianKeys } = schema

export interface GuardianKeysParts {
  readonly db: Drizzle
  readonly masterKey: MasterKey
  readonly brokers: Pick<BrokersProcess, 'look'>
  readonly adapters: readonly VenueAdapter[]
  readonly connections: Pick<ConnectionsService, 'one'>
}

/** Keys that guardians have for themselves, sealed like those of their connections. The process `brokers` tries them. */
export class GuardianKeysService {
  readonly #parts: GuardianKeysParts

  constructor(parts: GuardianKeysParts) {
    this.#parts = parts
  }

  /** In place of an earlier one, which the guardian no longer uses from then on. */
  async set(id: string, userId: string, fields: Readonly<Record<string, string>>): Promise<ExchangeConnection> {
    const { db, masterKey, brokers, adapters, connections } = this.#parts
    const { broker } = await this.#mine(db, id, userId)
    const adapter = adapters.find((one) => one.id === broker)
    const { form, guardianHasOwnKey } = adapter?.login ?? {}
    if (!adapter || form === undefined || guardianHasOwnKey !== true)
      throw conflict('The guardian needs no key of its own there')
    const names = CREDENTIAL_FORMS[form].fields.map(({ name }) => name)
    if (!isDeepStrictEqual(names, Object.keys(fields)))
      throw invalid(`Keys of ${adapter.displayName} are entered in another form`, 'formStyle')
    const place = { table: 'guardian_keys', row: id, column: 'credentials' }
    const text = new TextEncoder().encode(JSON.stringify(fields))
    const key = {
      credentials: await sealBox(await masterKey.sealingKey(), text, place),
      maskedKey: maskedKey(Object.values(fields)[0] ?? ''),
      createdAt: new Date(),
      acceptedAt: null,
      problem: null,
    }
    await db.transaction(async (tx) => {
      await this.#mine(tx, id, userId)
      await tx
        .insert(guardianKeys)
        .values({ connectionId: id, ...key })
        .onConflictDoUpdate({ target: guardianKeys.connectionId, set: key })
      await notify(tx, userId, {
        kind: 'key-added',
        subject: `A key of ${adapter.displayName} was added for the guardian of your account`,
        body: 'If it was not you, change your password, and delete the key in the settings.',
        object: 'settings:exchange-api-keys',
        dedupKey: `${id}:guardian:${key.createdAt.getTime()}`,
      })
    })
    brokers.look()
    return connections.one(id, userId)
  }

  async remove(id: string, userId: string): Promise<ExchangeConnection> {
    const { db, connections } = this.#parts
    await this.#mine(db, id, userId)
    const removed = await db.delete(guardianKeys).where(eq(guardianKeys.connectionId, id)).returning()
    if (removed.length === 0) throw notFound('Key')
    return connections.one(id, userId)
  }

  /** The connection, if it is the user's and has its key. */
  async #mine(db: Drizzle | Transaction, id: string, userId: string): Promise<{ broker: string }> {
    const { broker } = brokerConnections
    const isMine = and(
      eq(brokerConnections.id, id),
      eq(brokerConnections.userId, userId),
      isNull(brokerConnections.deletedAt),
    )
    const [row] = await db
      .select({ broker })
      .from(brokerConnections)
      .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
      .where(isMine)
      .for('share')
    if (!row) throw notFound('Key')
    return row
  }
}
