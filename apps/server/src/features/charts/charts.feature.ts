import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkPng } from './check-png.ts'
import { createDrawingsRepository } from './drawings.repository.ts'
import { receiveImage } from './receive-image.ts'
import { createSnapshotsRepository } from './snapshots.repository.ts'

/** Pictures of charts, and what users draw on charts. */
export function chartsFeature({ db, now, disk }: Platform) {
  const snapshots = createSnapshotsRepository(db, now)
  const drawings = createDrawingsRepository(db)
  return {
    handlers: {
      createChartImage: async ({ request, login }) => {
        await disk.require()
        const image = await receiveImage(request)
        const size = checkPng(image)
        if (size === null) throw invalid('The file is not a picture of a chart (PNG, at most 4096 x 4096)', 'image')
        return { imagepath: await snapshots.add(image, size, login?.user.id ?? null) }
      },
      createChartSnapshot: async ({ body, login }) => {
        const { imagepath, title } = body
        if (!(await snapshots.keep(imagepath, title, login?.user.id ?? null))) throw notFound('Picture')
        return { filename: imagepath, url: `/chart/${imagepath}` }
      },
      getChartSnapshot: async ({ params, reply }) => {
        const image = await snapshots.image(params.filename)
        if (image === null) throw notFound('Picture')
        reply.header('content-type', 'image/png')
        reply.header('x-content-type-options', 'nosniff')
        reply.header('content-security-policy', "default-src 'none'")
        reply.header('cache-control', 'public, max-age=600')
        await reply.send(image)
        return ''
      },
      listChartSnapshots: async ({ userId }) => ({ items: await snapshots.list(userId) }),
      deleteChartSnapshot: async ({ params, userId }) => {
        if (!(await snapshots.remove(params.filename, userId))) throw notFound('Picture')
        return { ok: true as const }
      },
      getDrawings: ({ params, userId }) => drawings.read(userId, params.instrumentId),
      putDrawings: async ({ params, body, userId }) => {
        const revision = await drawings.replace(userId, params.instrumentId, body)
        if (revision === 'too-many') {
          throw new AppError('limit', 'too-many-drawings', 'You have drawings on too many instruments')
        }
        if (revision !== null) return { items: body.items, revision }
        throw new AppError('conflict', 'newer-drawings', 'The drawings were changed in another tab', {
          details: await drawings.read(userId, params.instrumentId),
        })
      },
    },
  } as const satisfies Feature
}
