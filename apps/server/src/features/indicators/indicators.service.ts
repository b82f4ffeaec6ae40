import type { Bus } from '@tradeloom/bus'
import {
  type Indicator,
  type IndicatorAlgorithm,
  type IndicatorDetail,
  nameOfCopy,
  type ScriptProblem,
} from '@tradeloom/contracts'
import { newId, schema, type Transaction } from '@tradeloom/database'
import { INDICATOR_STARTER_SCRIPT } from '@tradeloom/script'
import { eq } from 'drizzle-orm'
import { lockUser } from '../../platform/auth/lock-user.ts'
import { AppError, conflict } from '../../platform/errors/app-error.ts'
import { checkIndicator } from './check-indicator.ts'
import { publishIndicator } from './indicator-events.ts'
import { checkKey, freeKey } from './indicator-key.ts'
import type { AuthoredIndicator } from './indicator-rows.ts'
import { viewIndicator, viewIndicatorDetail } from './indicator-views.ts'
import { type IndicatorsRepository, keepIndicator, keysOf, lockOwnIndicator } from './indicators.repository.ts'
import { systemIndicator, systemIndicators } from './system-indicators.ts'

const { indicators } = schema

const MAX_INDICATORS = 500
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export interface NewIndicator {
  readonly name?: string | undefined
  readonly key?: string | undefined
  readonly clonedFromIndicator?: string | undefined
}

export interface IndicatorChanges {
  readonly name?: string | undefined
  readonly key?: string | undefined
  readonly shared?: boolean | undefined
}

/** What a new indicator starts from. */
interface Origin {
  readonly id: string | null
  readonly name: string
  readonly key: string
  readonly script: string
}

/** `viewerId` is null for visitors and on public paths, where only what is shared is visible. */
export class IndicatorsService {
  readonly #repository: IndicatorsRepository
  readonly #bus: Bus

  constructor(repository: IndicatorsRepository, bus: Bus) {
    this.#repository = repository
    this.#bus = bus
  }

  async listOwn(userId: string): Promise<Indicator[]> {
    const own = await this.#repository.listOf(userId)
    return [...own.map((one) => viewIndicator(one, userId)), ...systemIndicators]
  }

  async listShared(viewerId: string | null): Promise<Indicator[]> {
    return (await this.#repository.listShared()).map((one) => viewIndicator(one, viewerId))
  }

  async #visible(id: string, viewerId: string | null): Promise<AuthoredIndicator> {
    const found = UUID.test(id) ? await this.#repository.find(id) : null
    if (!found || (found.indicator.userId !== viewerId && !found.indicator.shared)) throw missing()
    return found
  }

  /** An own or shared one by its id, or a system one by its key. */
  async get(id: string, viewerId: string | null): Promise<IndicatorDetail> {
    return systemIndicator(id) ?? viewIndicatorDetail(await this.#visible(id, viewerId), viewerId)
  }

  /** The script of the user's indicator with this key. */
  async ownScript(key: string, userId: string | null): Promise<string> {
    const own = userId === null ? null : await this.#repository.byKey(userId, key)
    if (!own) throw missing()
    return own.script
  }

  system(key: string): IndicatorDetail {
    const found = systemIndicator(key)
    if (!found) throw missing()
    return found
  }

  async create(wanted: NewIndicator, userId: string): Promise<IndicatorDetail> {
    const origin = await this.#originOf(wanted.clonedFromIndicator, userId)
    const { columns } = checkIndicator(origin?.script ?? INDICATOR_STARTER_SCRIPT)
    const name = wanted.name ?? (origin ? nameOfCopy(origin.name) : 'Indicator')
    const id = newId()
    await this.#repository.transaction(async (tx) => {
      await lockUser(tx, userId)
      if (origin?.id && !(await keepIndicator(tx, origin.id))) throw missing()
      const taken = await keysOf(tx, userId)
      if (taken.size >= MAX_INDICATORS) throw conflict(`You have ${MAX_INDICATORS} indicators, which is the maximum`)
      if (wanted.key !== undefined) checkKey(wanted.key, taken)
      const key = wanted.key ?? freeKey(wanted.name ?? origin?.key ?? name, taken)
      await tx.insert(indicators).values({ id, userId, name, key, ...columns, clonedFromIndicator: origin?.id ?? null })
    })
    this.#publish(userId, id)
    return this.get(id, userId)
  }

  async #originOf(id: string | undefined, userId: string): Promise<Origin | null> {
    if (id === undefined) return null
    const { system, name, key, script } = await this.get(id, userId)
    // A system indicator states its key and group in its script; a user's has its key beside it.
    if (system) return { id: null, name, key, script: script.replaceAll(/^const (key|group) = .*\n/gm, '') }
    return { id, name, key, script }
  }

  async save(
    id: string,
    script: string,
    userId: string,
  ): Promise<IndicatorDetail & { readonly warnings: ScriptProblem[] }> {
    await this.#own(id, userId)
    const { columns, warnings } = checkIndicator(script)
    await this.#change(id, userId, async (tx) => {
      await tx
        .update(indicators)
        .set({ ...columns, updatedAt: new Date() })
        .where(eq(indicators.id, id))
    })
    return { ...(await this.get(id, userId)), warnings }
  }

  async update(id: string, changes: IndicatorChanges, userId: string): Promise<Indicator> {
    await this.#change(id, userId, async (tx, oldKey) => {
      if (changes.key !== undefined && changes.key !== oldKey) {
        const taken = await keysOf(tx, userId)
        checkKey(changes.key, taken)
      }
      await tx
        .update(indicators)
        .set({ ...changes, updatedAt: new Date() })
        .where(eq(indicators.id, id))
    })
    return viewIndicator(await this.#visible(id, userId), userId)
  }

  async remove(id: string, userId: string): Promise<void> {
    await this.#repository.transaction(async (tx) => {
      await lockUser(tx, userId)
      if (!UUID.test(id) || !(await lockOwnIndicator(tx, id, userId))) throw missing()
      await tx.delete(indicators).where(eq(indicators.id, id))
    })
    publishIndicator(this.#bus, userId, { event: 'indicator-deleted', data: { id } })
  }

  async uses(id: string, userId: string): Promise<IndicatorAlgorithm[]> {
    await this.#own(id, userId)
    return this.#repository.uses(id, userId)
  }

  async #own(id: string, userId: string): Promise<AuthoredIndicator> {
    const found = await this.#visible(id, userId)
    if (found.indicator.userId !== userId) throw missing()
    return found
  }

  async #change(id: string, userId: string, work: (tx: Transaction, key: string) => Promise<void>): Promise<void> {
    await this.#repository.transaction(async (tx) => {
      await lockUser(tx, userId)
      const row = UUID.test(id) ? await lockOwnIndicator(tx, id, userId) : null
      if (!row) throw missing()
      await work(tx, row.key)
    })
    this.#publish(userId, id)
  }

  #publish(userId: string, id: string): void {
    publishIndicator(this.#bus, userId, { event: 'indicator-changed', data: { id } })
  }
}

function missing(): AppError {
  return new AppError('not-found', 'not-found', 'Technical indicator not found!')
}
