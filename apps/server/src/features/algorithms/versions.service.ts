import type {
  AlgorithmVersion,
  AlgorithmVersionSummary,
  CarriedIndicator,
  ScriptProblem,
  VersionCheck,
} from '@tradeloom/contracts'
import { schema, type Transaction } from '@tradeloom/database'
import type { ScriptAnalysis } from '@tradeloom/script'
import { eq } from 'drizzle-orm'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { indicatorsFor } from '../indicators/indicators-for-script.ts'
import type { PublishAlgorithm } from './algorithm-message.ts'
import { viewCheck, viewVersion } from './algorithm-views.ts'
import type { AlgorithmRow, VersionRow } from './algorithm-rows.ts'
import { type AlgorithmsRepository, hasVersion, lockOwn, newestVersion } from './algorithms.repository.ts'
import { checkScript } from './check-script.ts'
import { insertVersion } from './insert-version.ts'
import { shareVersion, unshareVersions } from './share-versions.ts'
import type { VersionChecks } from './version-checks.ts'

const { algorithms, algorithmVersions } = schema

export interface VersionToSave {
  readonly script: string
  readonly message: string
  readonly previousVersionId?: string | null | undefined
  /** The latest version that the client knows. */
  readonly latestVersionId?: string | null | undefined
}

export interface VersionChanges {
  readonly shared?: boolean | undefined
  readonly message?: string | undefined
}

export interface VersionsDeps {
  readonly repository: AlgorithmsRepository
  readonly checks: VersionChecks
  readonly publish: PublishAlgorithm
}

/** `viewerId` is null for visitors and on public paths, where only what is shared is visible. */
export class VersionsService {
  readonly #repository: AlgorithmsRepository
  readonly #checks: VersionChecks
  readonly #publish: PublishAlgorithm

  constructor({ repository, checks, publish }: VersionsDeps) {
    this.#repository = repository
    this.#checks = checks
    this.#publish = publish
  }

  async visibleAlgorithm(id: string, viewerId: string | null): Promise<{ row: AlgorithmRow; isOwner: boolean }> {
    const row = await this.#repository.find(id)
    const isOwner = row !== null && row.userId === viewerId
    if (!row || (!isOwner && !row.shared)) throw notFound('Algorithm')
    return { row, isOwner }
  }

  async list(id: string, viewerId: string | null): Promise<AlgorithmVersionSummary[]> {
    const { isOwner } = await this.visibleAlgorithm(id, viewerId)
    const rows = await this.#repository.versions(id, !isOwner)
    // For others, an algorithm without a shared version does not exist.
    if (!isOwner && rows.length === 0) throw notFound('Algorithm')
    return rows.map((row) => viewVersion(row, isOwner))
  }

  async visible(id: string, versionId: string, viewerId: string | null) {
    const { row, isOwner } = await this.visibleAlgorithm(id, viewerId)
    const version = await this.#repository.version(id, versionId)
    if (!version || (!isOwner && !version.shared)) throw notFound('Algorithm version')
    return { algorithm: row, version, isOwner }
  }

  async get(id: string, versionId: string, viewerId: string | null): Promise<AlgorithmVersion> {
    const found = await this.visible(id, versionId, viewerId)
    return { ...viewVersion(found.version, found.isOwner), script: found.version.script }
  }

  /** What became of the custom indicators of a version since it was saved. Only for its owner. */
  async carriedIndicators(id: string, versionId: string, userId: string): Promise<CarriedIndicator[]> {
    const { isOwner } = await this.visible(id, versionId, userId)
    if (!isOwner) throw notFound('Algorithm version')
    return this.#repository.carriedIndicators(versionId, userId)
  }

  async save(
    id: string,
    wanted: VersionToSave,
    userId: string,
  ): Promise<AlgorithmVersion & { warnings: ScriptProblem[] }> {
    const own = await this.#repository.find(id)
    if (own?.userId !== userId) throw notFound('Algorithm')
    const { warnings, indicators } = checkScript(wanted.script)
    const saved = await this.#repository.transaction((tx) => this.#saveIn(tx, id, { ...wanted, indicators }, userId))
    const version = viewVersion(saved, true)
    const { displayVersionNo } = version
    this.#publish(userId, {
      event: 'version-saved',
      data: { algorithmId: id, versionId: version.id, displayVersionNo },
    })
    return {
      ...version,
      script: saved.script,
      warnings: warnings.map(({ message, line, column }) => ({ message, line, column })),
    }
  }

  async #saveIn(
    tx: Transaction,
    id: string,
    wanted: VersionToSave & Pick<ScriptAnalysis, 'indicators'>,
    userId: string,
  ): Promise<VersionRow> {
    const row = await lockOwn(tx, id, userId)
    if (!row) throw notFound('Algorithm')
    if (wanted.latestVersionId !== undefined) await refuseOutdated(tx, id, wanted.latestVersionId)
    const previous = wanted.previousVersionId ?? null
    if (previous && !(await hasVersion(tx, id, previous))) {
      throw invalid('The previous version does not belong to this algorithm', 'previousVersionId')
    }
    const { script, message } = wanted
    const previousVersionId = previous ?? (await newestVersion(tx, id))?.id ?? null
    const indicators = await indicatorsFor(tx, { userId, uses: wanted.indicators, previousVersionId })
    const version = await insertVersion(tx, row, { previous, script, message, indicators })
    return { ...version, check: await this.#checks.queue(tx, version, userId) }
  }

  /** Shares one version, stops sharing it, or changes its message. Only for its owner. */
  async update(
    id: string,
    versionId: string,
    changes: VersionChanges,
    userId: string,
  ): Promise<AlgorithmVersionSummary> {
    await this.#repository.transaction(async (tx) => {
      const row = await lockOwn(tx, id, userId)
      if (!row || !(await hasVersion(tx, id, versionId))) throw notFound('Algorithm version')
      const { message, shared } = changes
      if (message !== undefined) {
        await tx.update(algorithmVersions).set({ message }).where(eq(algorithmVersions.id, versionId))
      }
      if (shared !== undefined) await setShared(tx, row, versionId, shared)
    })
    this.#publish(userId, { event: 'algorithm-changed', data: { id } })
    return viewVersion((await this.visible(id, versionId, userId)).version, true)
  }

  /** Checks a version, again or for the first time. Only for its owner. */
  async check(id: string, versionId: string, userId: string): Promise<VersionCheck> {
    const { isOwner } = await this.visible(id, versionId, userId)
    if (!isOwner) throw notFound('Algorithm version')
    return viewCheck(await this.#checks.ask(versionId, userId))
  }
}

/** Throws 409 with the newest version when it is not the one that the client knows. */
async function refuseOutdated(tx: Transaction, id: string, knownId: string | null): Promise<void> {
  const newest = await newestVersion(tx, id)
  if (!newest || newest.id === knownId) return
  const { id: newestId, versionNo } = newest
  throw new AppError('conflict', 'newer-version', `v${versionNo} has been saved in the meantime`, {
    details: { id: newestId, versionNo },
  })
}

/** An algorithm is shared exactly as long as one of its versions is. */
async function setShared(tx: Transaction, row: AlgorithmRow, versionId: string, shared: boolean): Promise<void> {
  if (shared && !row.shared) await unshareVersions(tx, row.id)
  const n = await shareVersion(tx, { id: versionId, algorithmId: row.id }, shared)
  // Nobody else sees when a private algorithm is changed.
  if (!shared && !row.shared) return
  await tx
    .update(algorithms)
    .set({ shared: n > 0, updatedAt: new Date() })
    .where(eq(algorithms.id, row.id))
}
