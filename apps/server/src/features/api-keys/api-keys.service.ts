import { type ApiKey, type createApiKey, MAX_API_KEYS } from '@tradeloom/contracts'
import type { Bus } from '@tradeloom/bus'
import { type Drizzle, notify, recordAudit, schema } from '@tradeloom/database'
import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isAddressOrNetwork, isNarrow } from '../../platform/api/address-list.ts'
import { hashOf, newCredential } from '../../platform/api/api-credential.ts'
import { needsTwoFactor } from '../../platform/api/refuse-trading.ts'
import { factorsOf } from '../../platform/auth/factors-of.ts'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { conflict, invalid, notFound } from '../../platform/errors/app-error.ts'

const { apiKeys } = schema

type NewKey = z.output<typeof createApiKey.body>

export interface ApiKeysDeps {
  readonly db: Drizzle
  readonly bus: Pick<Bus, 'publish'>
  readonly now: () => number
}

/** The keys of a user's programs. */
export class ApiKeysService {
  readonly #deps: ApiKeysDeps

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps
  }

  async list(userId: string): Promise<ApiKey[]> {
    const rows = await this.#deps.db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId))
      .orderBy(desc(apiKeys.createdAt), apiKeys.key)
    return rows.map(({ key, label, scopes, expiresAt, addresses, createdAt, lastUsedAt }) => ({
      key,
      label,
      scopes,
      expires: expiresAt?.getTime() ?? null,
      addresses,
      created: createdAt.getTime(),
      lastUsed: lastUsedAt?.getTime() ?? null,
    }))
  }

  /** The secret is in this answer and nowhere else. */
  async create(userId: string, wanted: NewKey, address: string) {
    const { label } = wanted
    const addresses = [...new Set(wanted.addresses)]
    const scopes = [...new Set(wanted.scopes)]
    const expiresAt = wanted.expires === null ? null : new Date(wanted.expires)
    const wrong = addresses.find((one) => !isAddressOrNetwork(one))
    if (wrong !== undefined) throw invalid(`${wrong} is not an address or a network`, 'addresses')
    if (expiresAt !== null && expiresAt.getTime() <= this.#deps.now())
      throw invalid('A key cannot expire in the past', 'expires')
    if (scopes.includes('trade')) {
      refuseOpenTrade(expiresAt, addresses)
      if ((await factorsOf(this.#deps.db, userId)).length === 0) throw needsTwoFactor()
    }
    const { key, secret } = newCredential()
    await this.#deps.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      if ((await tx.$count(apiKeys, eq(apiKeys.userId, userId))) >= MAX_API_KEYS)
        throw conflict(`You have ${MAX_API_KEYS} keys. Please delete one before you add another`)
      await tx.insert(apiKeys).values({ key, userId, label, secretHash: hashOf(secret), scopes, expiresAt, addresses })
      const detail = { label, scopes: scopes.join(' '), expires: wanted.expires, addresses: addresses.join(' ') }
      await recordAudit(tx, { actor: userId, via: 'web', action: 'api-key-made', object: key, address, detail })
      await notify(tx, userId, {
        kind: 'key-added',
        subject: `The API key "${label}" was added to your account`,
        body: `It may: ${scopes.join(', ')}. If it was not you, change your password, and delete the key in the settings.`,
        object: 'settings:api-access',
        dedupKey: key,
      })
    })
    return { key, label, secret }
  }

  /** Its sockets are closed on every server. */
  async remove(userId: string, key: string, address: string): Promise<void> {
    const { db, bus } = this.#deps
    await db.transaction(async (tx) => {
      const [deleted] = await tx
        .delete(apiKeys)
        .where(and(eq(apiKeys.key, key), eq(apiKeys.userId, userId)))
        .returning({ label: apiKeys.label })
      if (!deleted) throw notFound('Key')
      await recordAudit(tx, {
        actor: userId,
        via: 'web',
        action: 'api-key-deleted',
        object: key,
        address,
        detail: deleted,
      })
    })
    bus.publish(`login.ended.${key}`, null)
  }
}

/** What a key that trades needs besides its scope. */
function refuseOpenTrade(expiresAt: Date | null, addresses: readonly string[]): void {
  const wide = addresses.find((one) => !isNarrow(one))
  if (wide !== undefined)
    throw invalid(
      `${wide} lets in a large part of the internet. List the networks that the program runs in`,
      'addresses',
    )
  if (expiresAt !== null || addresses.length > 0) return
  throw invalid('A key that trades needs a day on which it expires, or a list of addresses', 'scopes')
}
