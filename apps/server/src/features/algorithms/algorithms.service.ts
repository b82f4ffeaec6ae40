import { type Algorithm, nameOfCopy } from '@tradeloom/contracts'
import { newId, schema } from '@tradeloom/database'
import { templateScript } from '@tradeloom/script/templates'
import { and, eq, inArray } from 'drizzle-orm'
import { conflict, notFound } from '../../platform/errors/app-error.ts'
import type { PublishAlgorithm } from './algorithm-message.ts'
import { viewAlgorithm } from './algorithm-views.ts'
import type { AlgorithmCard } from './algorithm-rows.ts'
import { type AlgorithmsRepository, keepFromDeletion, lockOwn } from './algorithms.repository.ts'
import { insertVersion } from './insert-version.ts'
import { type NewAlgorithm, originOf } from './origin-of.ts'
import { shareNewest, unshareVersions } from './share-versions.ts'
import type { VersionChecks } from './version-checks.ts'
import type { VersionsService } from './versions.service.ts'

const { algorithms, backtests, optimizations } = schema

export interface AlgorithmChanges {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly shared?: boolean | undefined
  readonly shareNew?: boolean | undefined
}

export interface AlgorithmsDeps {
  readonly repository: AlgorithmsRepository
  readonly versions: VersionsService
  readonly checks: VersionChecks
  readonly publish: PublishAlgorithm
}

/** `viewerId` is null for visitors and on public paths, where only what is shared is visible. */
export class AlgorithmsService {
  readonly #deps: AlgorithmsDeps
  readonly #repository: AlgorithmsRepository

  constructor(deps: AlgorithmsDeps) {
    this.#deps = deps
    this.#repository = deps.repository
  }

  async #view(cards: AlgorithmCard[], viewerId: string | null): Promise<Algorithm[]> {
    const isOwner = (card: AlgorithmCard) => card.algorithm.userId === viewerId
    const [own, others, origins] = await Promise.all([
      this.#repository.latestVersions(idsOf(cards.filter(isOwner)), false),
      this.#repository.latestVersions(idsOf(cards.filter((card) => !isOwner(card))), true),
      this.#repository.origins(cards, viewerId),
    ])
    const latestOf = (id: string) => own.get(id) ?? others.get(id)
    const results = await this.#repository.results([...own.values(), ...others.values()].map(({ id }) => id))
    return cards.map((card) => {
      const { id } = card.algorithm
      const latest = latestOf(id)
      const result = latest && results.get(latest.id)
      return viewAlgorithm(card, { isOwner: isOwner(card), latest, origin: origins.get(id), result })
    })
  }

  async get(id: string, viewerId: string | null): Promise<Algorithm> {
    const card = await this.#repository.card(id)
    const isVisible =
      card && (card.algorithm.userId === viewerId || (card.algorithm.shared && card.sharedVersionCount > 0))
    if (!isVisible) throw notFound('Algorithm')
    return (await this.#view([card], viewerId))[0]!
  }

  /** The algorithm's owner; throws 404 if the viewer has no access. */
  async ownerOf(id: string, viewerId: string | null): Promise<string> {
    const found = await this.#repository.visibility(id)
    if (!found || (found.userId !== viewerId && !found.isPublic)) throw notFound('Algorithm')
    return found.userId
  }

  visibleVersion(id: string, versionId: string, viewerId: string | null) {
    return this.#deps.versions.visible(id, versionId, viewerId)
  }

  async create(wanted: NewAlgorithm, userId: string): Promise<Algorithm> {
    const origin = await originOf(this.#deps.versions, wanted, userId)
    const copies = origin ? await this.#repository.indicatorCopies([origin.version.id]) : []
    const script = origin?.version.script ?? templateScript(wanted.template)
    const id = newId()
    await this.#repository.transaction(async (tx) => {
      if (origin && !(await keepFromDeletion(tx, origin.algorithm.id))) throw notFound('Algorithm')
      await tx.insert(algorithms).values({
        id,
        userId,
        name: wanted.name ?? (origin ? nameOfCopy(origin.algorithm.name) : 'Algorithm'),
        description: wanted.description ?? origin?.algorithm.description ?? '',
        tags: origin?.algorithm.tags ?? [],
        clonedFromAlgorithm: origin?.algorithm.id ?? null,
        clonedFromVersion: origin?.version.id ?? null,
      })
      const version = await insertVersion(
        tx,
        { id, shared: false, shareNew: false },
        { script, message: origin ? 'Cloned' : 'First version', indicators: copies },
      )
      await this.#deps.checks.queue(tx, version, userId)
    })
    this.#deps.publish(userId, { event: 'algorithm-changed', data: { id } })
    return this.get(id, userId)
  }

  async update(id: string, changes: AlgorithmChanges, userId: string): Promise<Algorithm> {
    await this.#repository.transaction(async (tx) => {
      const row = await lockOwn(tx, id, userId)
      if (!row) throw notFound('Algorithm')
      // What was shared before sharing was turned off stays private when it is turned on again.
      if (changes.shared !== undefined && !(changes.shared && row.shared)) await unshareVersions(tx, id)
      if (changes.shared === true) await shareNewest(tx, id)
      const { name = row.name, description = row.description, shared = row.shared } = changes
      // Stopping to share also applies to the next version.
      const shareNew = changes.shareNew ?? (changes.shared === false ? false : row.shareNew)
      const tags = changes.tags ? [...new Set(changes.tags)] : row.tags
      await tx
        .update(algorithms)
        .set({ name, description, tags, shared, shareNew, updatedAt: new Date() })
        .where(eq(algorithms.id, id))
    })
    this.#deps.publish(userId, { event: 'algorithm-changed', data: { id } })
    return this.get(id, userId)
  }

  async remove(id: string, userId: string): Promise<void> {
    await this.#repository.transaction(async (tx) => {
      if (!(await lockOwn(tx, id, userId))) throw notFound('Algorithm')
      const running = await tx
        .select({ id: backtests.id })
        .from(backtests)
        .where(and(eq(backtests.algorithmId, id), inArray(backtests.status, ['Queued', 'In Progress'])))
        .for('update')
        .limit(1)
      if (running.length > 0) {
        throw conflict('Backtests of this algorithm are queued or in progress. Please cancel or stop them first')
      }
      const searching = await tx
        .select({ id: optimizations.id })
        .from(optimizations)
        .where(and(eq(optimizations.algorithmId, id), inArray(optimizations.status, ['Queued', 'In Progress'])))
        .for('update')
        .limit(1)
      if (searching.length > 0) {
        throw conflict('Optimizations of this algorithm are queued or in progress. Please cancel or stop them first')
      }
      await tx.delete(algorithms).where(eq(algorithms.id, id))
    })
    this.#deps.publish(userId, { event: 'algorithm-deleted', data: { id } })
  }

  async listOwn(userId: string): Promise<Algorithm[]> {
    return this.#view(await this.#repository.cardsOf(userId), userId)
  }

  async listShared(viewerId: string | null): Promise<Algorithm[]> {
    return this.#view(await this.#repository.sharedCards(), viewerId)
  }
}

function idsOf(cards: readonly AlgorithmCard[]): string[] {
  return cards.map((card) => card.algorithm.id)
}
