import type { SourceSwitch } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import type { SourceProvider } from '@tradeloom/market-data/sources'
import { count, eq, inArray, max } from 'drizzle-orm'
import type { Login } from '../../platform/auth/login.ts'
import { administratorOnly, conflict, notFound } from '../../platform/errors/app-error.ts'
import type { SourceKeys } from './source-keys.ts'
import { infoOf } from './sources.service.ts'

const { sourceBudgets, sourceDatabases, sourceSettings, users } = schema

export interface SourceSwitchesDeps {
  readonly db: Drizzle
  readonly providers: readonly SourceProvider[]
  readonly keys: SourceKeys
  readonly now: () => number
  readonly logger: { info(fields: object, message: string): void }
  /** Called when lists are due. */
  readonly onDue: () => void
}

/** Data providers as administrators see and switch them. */
export class SourceSwitches {
  readonly #deps: SourceSwitchesDeps

  constructor(deps: SourceSwitchesDeps) {
    this.#deps = deps
  }

  async list(login: Login | null): Promise<SourceSwitch[]> {
    requireAdmin(login)
    return this.#views()
  }

  async change(
    name: string,
    { isOn, key }: { isOn?: boolean | undefined; key?: string | null | undefined },
    login: Login | null,
  ): Promise<SourceSwitch> {
    const { user } = requireAdmin(login)
    const { db, keys, now, logger, onDue } = this.#deps
    const provider = this.#deps.providers.find((one) => one.name === name)
    if (!provider) throw notFound('Data provider')
    const [before] = await db.select().from(sourceSettings).where(eq(sourceSettings.provider, name))
    const willBeOn = isOn ?? before?.isOn ?? false
    if (key !== undefined && key !== null) {
      if (!willBeOn) throw conflict(`Please switch ${provider.title} on first: until then, its key cannot be tried`)
      await keys.check(provider, key)
    }
    const sealed = key === undefined ? {} : await keys.sealOperators(provider, key)
    const switched =
      isOn === undefined || isOn === before?.isOn ? {} : { changedAt: new Date(now()), changedBy: user.id }
    const values = { isOn: willBeOn, dueAt: new Date(now()), ...sealed, ...switched }
    await db
      .insert(sourceSettings)
      .values({ provider: name, ...values })
      .onConflictDoUpdate({ target: sourceSettings.provider, set: values })
    logger.info({ provider: name, isOn: willBeOn, user: user.id }, 'a data provider was changed')
    if (willBeOn) onDue()
    const view = (await this.#views()).find((one) => one.name === name)
    if (!view) throw notFound('Data provider')
    return view
  }

  async #views(): Promise<SourceSwitch[]> {
    const { db, providers } = this.#deps
    const [settings, counts, silences] = await Promise.all([
      db.select().from(sourceSettings),
      db
        .select({ provider: sourceDatabases.provider, n: count() })
        .from(sourceDatabases)
        .groupBy(sourceDatabases.provider),
      db
        .select({ provider: sourceBudgets.provider, until: max(sourceBudgets.silentUntil) })
        .from(sourceBudgets)
        .groupBy(sourceBudgets.provider),
    ])
    const names = await this.#names(settings.flatMap(({ changedBy }) => changedBy ?? []))
    return providers.map((provider): SourceSwitch => {
      const row = settings.find((one) => one.provider === provider.name)
      const until = silences.find((one) => one.provider === provider.name)?.until ?? 0
      return {
        ...infoOf(provider, row?.isOn === true),
        changed: row?.changedAt.getTime() ?? null,
        changedBy: names.get(row?.changedBy ?? '') ?? null,
        key: row?.maskedKey ?? null,
        isKeyShared: provider.isKeyShared,
        listed: row?.listedAt?.getTime() ?? null,
        problem: row?.problem ?? null,
        databases: counts.find((one) => one.provider === provider.name)?.n ?? 0,
        silentUntil: until > this.#deps.now() ? until : null,
      }
    })
  }

  async #names(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#deps.db
      .select({ id: users.id, name: users.displayUsername })
      .from(users)
      .where(inArray(users.id, [...ids]))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}

function requireAdmin(login: Login | null): Login {
  if (login?.user.isAdmin !== true) throw administratorOnly()
  return login
}
