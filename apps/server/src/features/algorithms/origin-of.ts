import type { TemplateName } from '@tradeloom/contracts'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import type { VersionsService } from './versions.service.ts'

export interface NewAlgorithm {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly template?: TemplateName | undefined
  readonly clonedFromAlgorithm?: string | null | undefined
  readonly clonedFromVersion?: string | null | undefined
}

/** The version to clone, the newest one unless another is wanted; null when nothing is cloned. */
export async function originOf(versions: VersionsService, wanted: NewAlgorithm, userId: string) {
  const { clonedFromAlgorithm: from, clonedFromVersion: versionId } = wanted
  if (!from) {
    if (versionId) throw invalid('A version to clone needs its algorithm', 'clonedFromAlgorithm')
    return null
  }
  const newest = versionId ? null : (await versions.list(from, userId))[0]
  const chosen = versionId ?? newest?.id
  if (!chosen) throw notFound('Algorithm version')
  return versions.visible(from, chosen, userId)
}
