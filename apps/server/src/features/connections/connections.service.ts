import { isDeepStrictEqual } from 'node:util'
import { CREDENTIAL_FORMS, type ExchangeBroker, type ExchangeConnection } from '@tradeloom/contracts'
import { type Drizzle, newId, notify, readVenueSettings, schema } from '@tradeloom/database'
import type { CredentialForm } from '@tradeloom/domain'
import { sealBox, WRONG_MASTER_KEY } from '@tradeloom/vault'
import type { VenueAdapter } from '@tradeloom/venues'
import { and, eq, isNull } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import { connectionsInPackage } from '../../trading-core/connections/connections-in-package.ts'
import { hasKey } from '../../trading-core/connections/usable-connections.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import type { BrokersProcess } from './brokers-process.ts'
import { maskedKey } from './masked-key.ts'
import type { SharesService } from './shares.service.ts'

const { brokerConnections, exchangeKeys, guardianKeys } = schema

/** With the fields of its form. */
interface NewKey extends Readonly<Record<string, string>> {
  readonly type: ExchangeConnection['type']
  readonly broker: string
}
type StoredConnection = {
  readonly connection: typeof brokerConnections.$inferSelect
  readonly key: Pick<
    typeof exchangeKeys.$inferSelect,
    'maskedKey' | 'createdAt' | 'lastUsedAt' | 'refusedAt' | 'warning'
  >
  readonly guardianKey: Pick<typeof guardianKeys.$inferSelect, 'maskedKey' | 'acceptedAt' | 'problem'> | null
}

export interface ConnectionsParts {
  readonly db: Drizzle
  readonly masterKey: MasterKey
  readonly brokers: BrokersProcess
  readonly adapters: readonly VenueAdapter[]
  /** A key was erased: prices may have been read with it. */
  readonly onErased: () => void
  readonly shares: Pick<SharesService, 'endAll'>
  readonly rightsOf: (userId: string) => Promise<Pick<Rights, 'exchangeConnections'>>
}

/** Connections of users to exchanges. Keys are sealed here, and can be opened in the process `brokers` alone. */
export class ConnectionsService {
  readonly #parts: ConnectionsParts

  constructor(parts: ConnectionsParts) {
    this.#parts = parts
  }

  async list(userId: string): Promise<ExchangeConnection[]> {
    const { db, rightsOf } = this.#parts
    const stored = await this.#stored(userId)
    if (stored.length === 0) return []
    const included = await connectionsInPackage(db, userId, await rightsOf(userId))
    return stored.map((one) => this.#view(one, included.has(one.connection.id)))
  }

  async one(id: string, userId: string): Promise<ExchangeConnection> {
    const found = (await this.list(userId)).find((one) => one.id === id)
    if (!found) throw notFound('Key')
    return found
  }

  /** Exchanges that take keys. */
  async exchanges(): Promise<ExchangeBroker[]> {
    const settings = await readVenueSettings(this.#parts.db)
    return this.#parts.adapters.filter(takesKeys).map((adapter) => {
      const { form, environments, signUpUrl, logo, guardianHasOwnKey = false } = adapter.login
      return {
        broker: adapter.id,
        name: adapter.displayName,
        formStyle: CREDENTIAL_FORMS[form].style,
        types: [...environments],
        isOn: isOn(adapter, settings),
        signUpUrl,
        logo,
        guardianHasOwnKey,
      }
    })
  }

  /** Stores a key and tries it at once; why it does not work is told with the connection. */
  async add(userId: string, { type, broker, ...fields }: NewKey): Promise<ExchangeConnection> {
    const { db, masterKey, brokers, adapters, rightsOf } = this.#parts
    const wanted = broker.toUpperCase()
    const adapter = adapters.filter(takesKeys).find((one) => one.id === wanted)
    if (!adapter) throw invalid('Keys of this broker cannot be used', 'broker')
    const { form, environments } = adapter.login
    const names = CREDENTIAL_FORMS[form].fields.map(({ name }) => name)
    if (!isDeepStrictEqual(names, Object.keys(fields)))
      throw invalid(`Keys of ${adapter.displayName} are entered in another form`, 'formStyle')
    if (!environments.includes(type)) throw invalid(`${adapter.displayName} has no ${type} accounts here`, 'type')
    if (!isOn(adapter, await readVenueSettings(db)))
      throw conflict(`${adapter.displayName} is switched off. An administrator can switch it on`)
    const { exchangeConnections } = await rightsOf(userId)
    if (exchangeConnections === 0) throw tooMany(exchangeConnections)
    const id = newId()
    const publicKey = await masterKey.sealingKey()
    const place = { table: 'exchange_keys', row: id, column: 'credentials' }
    const credentials = await sealBox(publicKey, new TextEncoder().encode(JSON.stringify(fields)), place)
    await db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await this.#stored(userId, null, tx)).length >= exchangeConnections) throw tooMany(exchangeConnections)
      await tx.insert(brokerConnections).values({ id, userId, type, broker: adapter.id })
      await tx
        .insert(exchangeKeys)
        .values({ connectionId: id, credentials, maskedKey: maskedKey(Object.values(fields)[0] ?? '') })
      await notify(tx, userId, {
        kind: 'key-added',
        subject: `A key of ${adapter.displayName} was added to your account`,
        body: 'If it was not you, change your password, and delete the key in the settings.',
        object: 'settings:exchange-api-keys',
        dedupKey: id,
      })
    })
    await brokers.ensure(id)
    const [added] = await this.#stored(userId, id)
    if (!added) throw notFound('Key')
    return this.#view(added, true)
  }

  /** Erases the key. Orders stay at the exchange, and what was traded stays in the lists. */
  async remove(id: string, userId: string): Promise<void> {
    const { db, brokers, onErased, shares } = this.#parts
    const tellEnded = await db.transaction(async (tx) => {
      const mine = and(
        eq(brokerConnections.id, id),
        eq(brokerConnections.userId, userId),
        isNull(brokerConnections.deletedAt),
      )
      const [row] = await tx
        .select({ id: brokerConnections.id })
        .from(brokerConnections)
        .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
        .where(mine)
      if (!row) return null
      const tell = await shares.endAll(tx, id)
      await tx.delete(exchangeKeys).where(eq(exchangeKeys.connectionId, id))
      await tx.update(brokerConnections).set({ deletedAt: new Date() }).where(eq(brokerConnections.id, id))
      return tell
    })
    if (!tellEnded) throw notFound('Key')
    tellEnded()
    brokers.look()
    onErased()
  }

  /** At the start: says at every connection that its key cannot be read, and takes it back once it can. */
  async checkMasterKey(): Promise<string | null> {
    const { db, masterKey } = this.#parts
    const problem = await masterKey.problem()
    const told = await db.select({ id: exchangeKeys.connectionId }).from(exchangeKeys).where(hasKey)
    for (const { id } of told) {
      const isTold = eq(brokerConnections.connectionError, WRONG_MASTER_KEY)
      const wanted = problem === null ? and(eq(brokerConnections.id, id), isTold) : eq(brokerConnections.id, id)
      await db.update(brokerConnections).set({ connectionError: problem }).where(wanted)
    }
    return problem
  }

  /** Whether there is a key that may be tried. */
  async isNeeded(): Promise<boolean> {
    return (await this.#parts.db.$count(exchangeKeys, hasKey)) > 0
  }

  /** The form of keys of a broker that is not here any more was the first one. */
  #formOf(broker: string): CredentialForm {
    return this.#parts.adapters.find(({ id }) => id === broker)?.login?.form ?? 'key-and-secret'
  }

  #stored(
    userId: string,
    id: string | null = null,
    db: Pick<Drizzle, 'select'> = this.#parts.db,
  ): Promise<StoredConnection[]> {
    const { maskedKey, createdAt, lastUsedAt, refusedAt, warning } = exchangeKeys
    const key = { maskedKey, createdAt, lastUsedAt, refusedAt, warning }
    const { acceptedAt, problem } = guardianKeys
    const guardianKey = { maskedKey: guardianKeys.maskedKey, acceptedAt, problem }
    return db
      .select({ connection: brokerConnections, key, guardianKey })
      .from(brokerConnections)
      .innerJoin(exchangeKeys, eq(exchangeKeys.connectionId, brokerConnections.id))
      .leftJoin(guardianKeys, eq(guardianKeys.connectionId, brokerConnections.id))
      .where(
        and(
          eq(brokerConnections.userId, userId),
          isNull(brokerConnections.deletedAt),
          id === null ? undefined : eq(brokerConnections.id, id),
        ),
      )
      .orderBy(brokerConnections.createdAt, brokerConnections.id)
  }

  #view({ connection, key, guardianKey }: StoredConnection, isInPackage: boolean): ExchangeConnection {
    const { id, type, broker, connectionError } = connection
    return {
      id,
      type: type === 'practice' ? 'practice' : 'live',
      broker,
      formStyle: CREDENTIAL_FORMS[this.#formOf(broker)].style,
      apiKey: key.maskedKey,
      created: key.createdAt.getTime(),
      lastUsed: key.lastUsedAt?.getTime() ?? null,
      connectionError,
      isRefused: key.refusedAt !== null,
      warning: key.warning,
      isInPackage,
      connected: connectionError === null ? this.#parts.brokers.isConnected(id) : false,
      guardianKey: guardianKey && {
        apiKey: guardianKey.maskedKey,
        isAccepted: guardianKey.acceptedAt !== null,
        problem: guardianKey.problem,
      },
    }
  }
}

type KeyTaker = VenueAdapter & Required<Pick<VenueAdapter, 'login'>>

function takesKeys(adapter: VenueAdapter): adapter is KeyTaker {
  return adapter.login !== undefined
}

function isOn({ id, needs }: VenueAdapter, settings: Awaited<ReturnType<typeof readVenueSettings>>): boolean {
  return needs === 'nothing' || settings.get(id)?.isOn === true
}

function tooMany(count: number): AppError {
  const text =
    count === 0
      ? 'Your package has no exchange connections'
      : `Your package has ${count} exchange connection${count === 1 ? '' : 's'}. Please delete a key before you add another`
  return new AppError('forbidden', 'no-connections', text)
}
