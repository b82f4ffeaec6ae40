import type { Handlers } from '../../platform/http/route.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { AlgorithmsService } from './algorithms.service.ts'
import type { StampsOf } from './list-stamps.ts'

type AlgorithmHandlers = Pick<
  Handlers,
  | 'listSharedAlgorithms'
  | 'listOwnAlgorithms'
  | 'createAlgorithm'
  | 'getAlgorithm'
  | 'getSharedAlgorithm'
  | 'updateAlgorithm'
  | 'deleteAlgorithm'
  | 'listVersions'
  | 'listSharedVersions'
  | 'getVersion'
  | 'getSharedVersion'
  | 'saveVersion'
  | 'checkVersion'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export interface AlgorithmRoutesDeps {
  readonly algorithms: AlgorithmsService
  readonly stampsOf: StampsOf
  readonly answers: StampedAnswers
}

export function algorithmHandlers({ algorithms, stampsOf, answers }: AlgorithmRoutesDeps): AlgorithmHandlers {
  return {
    // Includes the viewer's own algorithms, marked as such.
    listSharedAlgorithms: async ({ login, request, reply }) => {
      const viewerId = login?.user.id ?? null
      const { algorithms: stamp } = await stampsOf(viewerId)
      const make = () => algorithms.listShared(viewerId)
      return answers.answer(request, reply, { key: ['shared algorithms', viewerId], stamp, make })
    },
    listOwnAlgorithms: async ({ userId, request, reply }) => {
      const { algorithms: stamp } = await stampsOf(userId)
      const make = () => algorithms.listOwn(userId)
      return answers.answer(request, reply, { key: ['own algorithms', userId], stamp, make })
    },
    createAlgorithm: ({ body, userId }) => algorithms.create(body, userId),
    getAlgorithm: ({ params, userId }) => algorithms.get(params.id, userId),
    getSharedAlgorithm: ({ params }) => algorithms.get(params.id, PUBLIC),
    updateAlgorithm: ({ params, body, userId }) => algorithms.update(params.id, body, userId),
    deleteAlgorithm: async ({ params, userId }) => {
      await algorithms.remove(params.id, userId)
      return { ok: true }
    },
    listVersions: ({ params, userId }) => algorithms.versions(params.id, userId),
    listSharedVersions: ({ params }) => algorithms.versions(params.id, PUBLIC),
    getVersion: ({ params, userId }) => algorithms.version(params.id, params.versionId, userId),
    getSharedVersion: ({ params }) => algorithms.version(params.id, params.versionId, PUBLIC),
    checkVersion: ({ params, userId }) => algorithms.check(params.id, params.versionId, userId),
    saveVersion: ({ params, body, userId }) => algorithms.saveVersion(params.id, body, userId),
  }
}
