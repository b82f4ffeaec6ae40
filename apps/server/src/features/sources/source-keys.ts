import { type Drizzle, newId, schema } from '@tradeloom/database'
import { SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import { and, eq } from 'drizzle-orm'
import { conflict } from '../../platform/errors/app-error.ts'
import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import { answerSourceError } from './answer-source-error.ts'
import type { SourceCalls } from './source-calls.ts'

const { sourceKeys, sourceSettings } = schema

/** What a provider says of a right key whose owner may not have what it was tried with. */
const FINE: ReadonlySet<unknown> = new Set(['no-right', 'not-found', 'gone'])

export interface SourceKeysDeps {
  readonly db: Drizzle
  readonly envelopes: Envelopes
  readonly calls: SourceCalls
  readonly now: () => number
}

/** Keys of users and of the operator at providers of data. */
export class SourceKeys {
  readonly #deps: SourceKeysDeps

  constructor(deps: SourceKeysDeps) {
    this.#deps = deps
  }

  /** The end of the user's key; null without one. */
  async masked(userId: string, { name }: SourceProvider): Promise<string | null> {
    const [row] = await this.#deps.db
      .select({ masked: sourceKeys.maskedKey })
      .from(sourceKeys)
      .where(ofUser(userId, name))
    return row?.masked ?? null
  }

  /** Keeps a key that the provider accepts, and returns its end. */
  async save(userId: string, provider: SourceProvider, key: string | null): Promise<string | null> {
    const { db, envelopes, now } = this.#deps
    if (key === null) {
      await db.delete(sourceKeys).where(ofUser(userId, provider.name))
      return null
    }
    await this.check(provider, key)
    // A replaced key has another place, and so another envelope.
    const id = newId()
    const apiKey = await envelopes.seal(key, { table: 'source_keys', row: id, column: 'api_key' })
    const row = { id, apiKey, maskedKey: maskOf(key), savedAt: new Date(now()) }
    await db
      .insert(sourceKeys)
      .values({ ...row, userId, provider: provider.name })
      .onConflictDoUpdate({ target: [sourceKeys.userId, sourceKeys.provider], set: row })
    return row.maskedKey
  }

  /** The user's own key; null without one. */
  async ofUser(userId: string, { name }: SourceProvider): Promise<string | null> {
    const [row] = await this.#deps.db.select().from(sourceKeys).where(ofUser(userId, name))
    if (!row) return null
    return this.#deps.envelopes.open(row.apiKey, { table: 'source_keys', row: row.id, column: 'api_key' })
  }

  /** The operator's key; null without one. */
  async ofOperator({ name }: SourceProvider): Promise<string | null> {
    const [row] = await this.#deps.db
      .select({ apiKey: sourceSettings.apiKey })
      .from(sourceSettings)
      .where(eq(sourceSettings.provider, name))
    if (!row?.apiKey) return null
    return this.#deps.envelopes.open(row.apiKey, { table: 'source_settings', row: name, column: 'api_key' })
  }

  /** What is written for an operator's key. */
  async sealOperators({ name }: SourceProvider, key: string | null) {
    if (key === null) return { apiKey: null, maskedKey: null }
    const place = { table: 'source_settings', row: name, column: 'api_key' }
    return { apiKey: await this.#deps.envelopes.seal(key, place), maskedKey: maskOf(key) }
  }

  /** With one cheap call. */
  async check(provider: SourceProvider, key: string): Promise<void> {
    const { checkKey } = provider
    if (!checkKey) throw conflict(`${provider.title} needs no key`)
    try {
      await this.#deps.calls.use(provider, key, 'page', (call) => checkKey(call))
    } catch (error) {
      if (error instanceof SourceError && FINE.has(error.kind)) return
      throw answerSourceError(error, provider)
    }
  }
}

function ofUser(userId: string, provider: string) {
  return and(eq(sourceKeys.userId, userId), eq(sourceKeys.provider, provider))
}

/** Of a short key, the end would be most of it. */
function maskOf(key: string): string {
  return key.length < 12 ? '••••' : `••••${key.slice(-4)}`
}
