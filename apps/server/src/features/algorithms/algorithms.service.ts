import type {
  Algorithm,
  AlgorithmVersion,
  AlgorithmVersionSummary,
  ScriptProblem,
  VersionCheck,
} from '@tradeloom/contracts'
import { newId, schema, type Transaction } from '@tradeloom/database'
import { and, eq, inArray } from 'drizzle-orm'
import { conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import { viewAlgorithm, viewCheck, viewVersion } from './algorithm-views.ts'
import type { AlgorithmCard, AlgorithmRow, VersionRow } from './algorithm-rows.ts'
import { type AlgorithmsRepository, lockOwn, newestVersion, nextSharedNo } from './algorithms.repository.ts'
import { checkScript, scriptHash } from './check-script.ts'
import { STARTER_SCRIPT } from '@tradeloom/script/starter-script'
import type { VersionChecks } from './version-checks.ts'

const { algorithms, algorithmVersions, backtests } = schema

export interface NewAlgorithm {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly clonedFromAlgorithm?: string | null | undefined
  readonly clonedFromVersion?: string | null | undefined
}

export interface AlgorithmChanges {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly shared?: boolean | undefined
  readonly shareNew?: boolean | undefined
}

/** `viewerId` is null for visitors and on public paths, where only what is shared is visible. */
export class AlgorithmsService {
  readonly #repository: AlgorithmsRepository
  readonly #checks: VersionChecks

  constructor(repository: AlgorithmsRepository, checks: VersionChecks) {
    this.#repository = repository
    this.#checks = checks
  }

  async #view(cards: AlgorithmCard[], viewerId: string | null): Promise<Algorithm[]> {
    const isOwner = (card: AlgorithmCard) => card.algorithm.userId === viewerId
    const own = await this.#repository.latestVersions(idsOf(cards.filter(isOwner)), false)
    const others = await this.#repository.latestVersions(idsOf(cards.filter((card) => !isOwner(card))), true)
    return cards.map((card) => {
      const { id } = card.algorithm
      return viewAlgorithm(card, own.get(id) ?? others.get(id), isOwner(card))
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

  async #visible(id: string, viewerId: string | null): Promise<{ row: AlgorithmRow; isOwner: boolean }> {
    const row = await this.#repository.find(id)
    const isOwner = row !== null && row.userId === viewerId
    if (!row || (!isOwner && !row.shared)) throw notFound('Algorithm')
    return { row, isOwner }
  }

  async versions(id: string, viewerId: string | null): Promise<AlgorithmVersionSummary[]> {
    const { isOwner } = await this.#visible(id, viewerId)
    const rows = await this.#repository.versions(id, !isOwner)
    // For others, an algorithm without a shared version does not exist.
    if (!isOwner && rows.length === 0) throw notFound('Algorithm')
    return rows.map((row) => viewVersion(row, isOwner))
  }

  async visibleVersion(id: string, versionId: string, viewerId: string | null) {
    const { row, isOwner } = await this.#visible(id, viewerId)
    const version = await this.#repository.version(id, versionId)
    if (!version || (!isOwner && !version.shared)) throw notFound('Algorithm version')
    return { algorithm: row, version, isOwner }
  }

  async version(id: string, versionId: string, viewerId: string | null): Promise<AlgorithmVersion> {
    const found = await this.visibleVersion(id, versionId, viewerId)
    return { ...viewVersion(found.version, found.isOwner), script: found.version.script }
  }

  async create(wanted: NewAlgorithm, userId: string): Promise<Algorithm> {
    const origin = await this.#originOf(wanted, userId)
    const script = origin?.version.script ?? STARTER_SCRIPT
    const id = newId()
    await this.#repository.transaction(async (tx) => {
      await tx.insert(algorithms).values({
        id,
        userId,
        name: wanted.name ?? (origin ? `Copy of ${origin.algorithm.name}`.slice(0, 120) : 'Algorithm'),
        description: wanted.description ?? origin?.algorithm.description ?? '',
        clonedFromAlgorithm: origin?.algorithm.id ?? null,
        clonedFromVersion: origin?.version.id ?? null,
      })
      const version = await insertVersion(
        tx,
        { id, shareNew: false },
        { previous: null, script, message: origin ? 'Cloned' : 'First version' },
      )
      await this.#checks.queue(tx, version.id, userId)
    })
    return this.get(id, userId)
  }

  async #originOf(wanted: NewAlgorithm, userId: string) {
    const { clonedFromAlgorithm: from, clonedFromVersion: versionId } = wanted
    if (!from) {
      if (versionId) throw invalid('A version to clone needs its algorithm', 'clonedFromAlgorithm')
      return null
    }
    const newest = versionId ? null : (await this.versions(from, userId))[0]
    const chosen = versionId ?? newest?.id
    if (!chosen) throw notFound('Algorithm version')
    return this.visibleVersion(from, chosen, userId)
  }

  async update(id: string, changes: AlgorithmChanges, userId: string): Promise<Algorithm> {
    await this.#repository.transaction(async (tx) => {
      const row = await lockOwn(tx, id, userId)
      if (!row) throw notFound('Algorithm')
      if (changes.shared === true) await shareNewest(tx, id)
      const { name = row.name, description = row.description, shared = row.shared } = changes
      // Stopping to share also applies to the next version.
      const shareNew = changes.shareNew ?? (changes.shared === false ? false : row.shareNew)
      await tx
        .update(algorithms)
        .set({ name, description, shared, shareNew, updatedAt: new Date() })
        .where(eq(algorithms.id, id))
    })
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
      await tx.delete(algorithms).where(eq(algorithms.id, id))
    })
  }

  async saveVersion(
    id: string,
    wanted: { script: string; message: string; previousVersionId?: string | null | undefined },
    userId: string,
  ): Promise<AlgorithmVersion & { warnings: ScriptProblem[] }> {
    const own = await this.#repository.find(id)
    if (own?.userId !== userId) throw notFound('Algorithm')
    const { warnings } = checkScript(wanted.script)
    const saved = await this.#repository.transaction(async (tx) => {
      const row = await lockOwn(tx, id, userId)
      if (!row) throw notFound('Algorithm')
      const previous = wanted.previousVersionId ?? null
      if (previous && !(await this.#repository.version(id, previous))) {
        throw invalid('The previous version does not belong to this algorithm', 'previousVersionId')
      }
      const { script, message } = wanted
      const version = await insertVersion(tx, row, { previous, script, message })
      return { ...version, check: await this.#checks.queue(tx, version.id, userId) }
    })
    return {
      ...viewVersion(saved, true),
      script: saved.script,
      warnings: warnings.map(({ message, line, column }) => ({ message, line, column })),
    }
  }

  /** Checks a version, again or for the first time. Only for its owner. */
  async check(id: string, versionId: string, userId: string): Promise<VersionCheck> {
    const { isOwner } = await this.visibleVersion(id, versionId, userId)
    if (!isOwner) throw notFound('Algorithm version')
    return viewCheck(await this.#checks.ask(versionId, userId))
  }

  async listOwn(userId: string): Promise<Algorithm[]> {
    return this.#view(await this.#repository.cardsOf(userId), userId)
  }

  async listShared(viewerId: string | null): Promise<Algorithm[]> {
    return this.#view(await this.#repository.sharedCards(), viewerId)
  }
}

async function shareNewest(tx: Transaction, algorithmId: string): Promise<void> {
  const newest = await newestVersion(tx, algorithmId)
  if (!newest || newest.shared) return
  const sharedVersionNo = await nextSharedNo(tx, algorithmId)
  await tx.update(algorithmVersions).set({ shared: true, sharedVersionNo }).where(eq(algorithmVersions.id, newest.id))
}

/** Adds the next version; if new versions are shared, so are this one and the algorithm. */
async function insertVersion(
  tx: Transaction,
  algorithm: { readonly id: string; readonly shareNew: boolean },
  { previous, script, message }: { previous: string | null; script: string; message: string },
): Promise<Omit<VersionRow, 'check'>> {
  const newest = await newestVersion(tx, algorithm.id)
  const { externals, markets } = checkScript(script)
  const [saved] = await tx
    .insert(algorithmVersions)
    .values({
      id: newId(),
      algorithmId: algorithm.id,
      versionNo: (newest?.versionNo ?? 0) + 1,
      shared: algorithm.shareNew,
      sharedVersionNo: algorithm.shareNew ? await nextSharedNo(tx, algorithm.id) : null,
      message,
      script,
      scriptHash: scriptHash(script),
      externals: [...externals],
      markets: [...markets],
      previousVersionId: previous ?? newest?.id ?? null,
    })
    .returning()
  const shared = algorithm.shareNew ? { shared: true } : {}
  await tx
    .update(algorithms)
    .set({ updatedAt: new Date(), ...shared })
    .where(eq(algorithms.id, algorithm.id))
  return saved!
}

function idsOf(cards: readonly AlgorithmCard[]): string[] {
  return cards.map((card) => card.algorithm.id)
}
