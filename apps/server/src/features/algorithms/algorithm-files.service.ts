import type { Algorithm, AlgorithmFile } from '@tradeloom/contracts'
import { newId, schema } from '@tradeloom/database'
import type { IndicatorCopyRow } from './algorithm-rows.ts'
import { isSystemKey } from '../indicators/system-indicators.ts'
import type { AlgorithmsDeps, AlgorithmsService } from './algorithms.service.ts'
import { fileVersionCheck } from './check-file-version.ts'
import { scriptHash } from './check-script.ts'
import { insertVersion } from './insert-version.ts'

const { algorithms } = schema

/** Algorithms with their versions as files. */
export class AlgorithmFiles {
  readonly #deps: AlgorithmsDeps
  readonly #algorithms: AlgorithmsService

  constructor(deps: AlgorithmsDeps, service: AlgorithmsService) {
    this.#deps = deps
    this.#algorithms = service
  }

  /** The newest 500 versions, oldest first; of other users' algorithms the shared ones, as they are numbered for others. */
  async export(id: string, viewerId: string): Promise<AlgorithmFile> {
    const { repository } = this.#deps
    await this.#algorithms.ownerOf(id, viewerId)
    const { row, isOwner } = await this.#deps.versions.visibleAlgorithm(id, viewerId)
    const versions = await repository.wholeVersions(id, !isOwner)
    const all = await repository.indicatorCopies(versions.map((version) => version.id))
    // A later program may have an indicator with the key of a copy. Its own one runs, and no file may bring another.
    const copies = all.filter(({ key }) => !isSystemKey(key))
    const { name, description, tags } = row
    return {
      format: 'tradeloom-algorithm',
      version: 1,
      name,
      description,
      tags,
      versions: versions.map((version) => ({
        versionNo: isOwner ? version.versionNo : (version.sharedVersionNo ?? version.versionNo),
        message: version.message,
        time: version.createdAt.toISOString(),
        script: version.script,
        indicators: copies.filter(({ versionId }) => versionId === version.id).map(viewCopy),
      })),
    }
  }

  /** Creates a private algorithm with the file's versions, numbered from 1 on in the file's order. */
  async import({ name, description, tags, versions }: AlgorithmFile, userId: string): Promise<Algorithm> {
    const check = fileVersionCheck()
    for (const version of versions) check(version)
    const id = newId()
    const algorithm = { id, shared: false, shareNew: false }
    await this.#deps.repository.transaction(async (tx) => {
      await tx.insert(algorithms).values({ id, userId, name, description, tags: [...new Set(tags)] })
      let newest: Awaited<ReturnType<typeof insertVersion>> | undefined
      for (const { script, message, time, indicators } of versions) {
        const copies = indicators.map((copy) => ({ ...copy, scriptHash: scriptHash(copy.script), indicatorId: null }))
        const version = { script, message, indicators: copies, createdAt: new Date(time) }
        newest = await insertVersion(tx, algorithm, version)
      }
      if (newest) await this.#deps.checks.queue(tx, newest, userId)
    })
    this.#deps.publish(userId, { event: 'algorithm-changed', data: { id } })
    return this.#algorithms.get(id, userId)
  }
}

function viewCopy({ key, name, script }: IndicatorCopyRow) {
  return { key, name, script }
}
