import { MAX_CHART_IMAGE_BYTES } from '@tradeloom/contracts'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../platform/errors/app-error.ts'

/** The only file of a form, at most as large as a picture may be. */
export async function receiveImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw invalid('The request must be a form with files (multipart/form-data)')
  const part = await request.file({ limits: { files: 1, fields: 0, fileSize: MAX_CHART_IMAGE_BYTES } })
  if (part === undefined || part.fieldname !== 'image') throw invalid('The form has no file `image`')
  const image = await part.toBuffer().catch(() => null)
  if (image === null || part.file.truncated) {
    throw new AppError('limit', 'image-too-large', 'A picture may have at most 2 MB', { status: 413 })
  }
  return image
}
