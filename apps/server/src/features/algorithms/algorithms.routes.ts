import type { Handlers } from '../../platform/http/route.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { AlgorithmFiles } from './algorithm-files.service.ts'
import type { AlgorithmsService } from './algorithms.service.ts'
import type { StampsOf } from './list-stamps.ts'
import type { VersionsService } from './versions.service.ts'

type AlgorithmHandlers = Pick<
  Handlers,
  | 'listSharedAlgorithms'
  | 'listOwnAlgorithms'
  | 'createAlgorithm'
  | 'getAlgorithm'
  | 'updateAlgorithm'
  | 'deleteAlgorithm'
  | 'listVersions'
  | 'getVersion'
  | 'saveVersion'
  | 'updateVersion'
  | 'checkVersion'
  | 'listCarriedIndicators'
  | 'exportAlgorithm'
  | 'importAlgorithm'
>

export interface AlgorithmRoutesDeps {
  readonly algorithms: AlgorithmsService
  readonly versions: VersionsService
  readonly files: AlgorithmFiles
  readonly stampsOf: StampsOf
  readonly answers: StampedAnswers
}

export function algorithmHandlers(deps: AlgorithmRoutesDeps): AlgorithmHandlers {
  const { algorithms, versions, files, stampsOf, answers } = deps
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
    getAlgorithm: ({ params, viewerId }) => algorithms.get(params.id, viewerId),
    updateAlgorithm: ({ params, body, userId }) => algorithms.update(params.id, body, userId),
    deleteAlgorithm: async ({ params, userId }) => {
      await algorithms.remove(params.id, userId)
      return { ok: true }
    },
    listVersions: ({ params, viewerId }) => versions.list(params.id, viewerId),
    getVersion: ({ params, viewerId }) => versions.get(params.id, params.versionId, viewerId),
    saveVersion: ({ params, body, userId }) => versions.save(params.id, body, userId),
    updateVersion: ({ params, body, userId }) => versions.update(params.id, params.versionId, body, userId),
    checkVersion: ({ params, userId }) => versions.check(params.id, params.versionId, userId),
    listCarriedIndicators: ({ params, userId }) => versions.carriedIndicators(params.id, params.versionId, userId),
    exportAlgorithm: async ({ params, userId, reply }) => {
      const file = await files.export(params.id, userId)
      const name = encodeURIComponent(`${file.name}.json`)
      reply.header('content-disposition', `attachment; filename="algorithm.json"; filename*=UTF-8''${name}`)
      return file
    },
    importAlgorithm: ({ body, userId }) => files.import(body, userId),
  }
}
