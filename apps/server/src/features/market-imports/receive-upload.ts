import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileName } from '@tradeloom/contracts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import type { DiskReserve } from '../../platform/health/disk-reserve.ts'
import type { Upload } from './import-quotas.ts'

/** The files of an upload. */
export interface Files {
  /** Paths in the folder, in upload order. */
  readonly paths: string[]
  /** Their original names. */
  readonly names: string[]
}

/** Limits of an upload. */
export interface UploadRules {
  /** The quota that the upload counts against. */
  readonly counted: Upload
  readonly disk: Pick<DiskReserve, 'require'>
  readonly limits: { readonly files?: number; readonly fileSize?: number }
}

/** Bytes received between two checks of the disk. */
const LOOK_BYTES = 16 * 1024 * 1024

/** Streams an upload into a folder and counts it; files are never held in memory. */
export async function receiveUpload<Fields extends z.ZodObject>(
  request: FastifyRequest,
  folder: string,
  fields: Fields,
  { counted, disk, limits }: UploadRules,
): Promise<z.output<Fields> & Files> {
  if (!request.isMultipart()) throw invalid('The request must be a form with files (multipart/form-data)')
  const length = Number(request.headers['content-length'] ?? 0)
  // Checked before the first byte is read; a length that is too small is caught below.
  counted.expect(length)
  await disk.require(length)
  const most = Math.min(counted.files, limits.files ?? counted.files)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const values: Record<string, string> = {}
  const paths: string[] = []
  const names: string[] = []
  try {
    for await (const part of request.parts({ limits: { ...limits, files: most + 1 } })) {
      if (part.type === 'field') {
        if (part.value !== '') values[part.fieldname] = String(part.value)
        continue
      }
      if (paths.length >= most) {
        const text = `An upload may have at most ${most} ${most === 1 ? 'file' : 'files'}`
        throw new AppError('limit', 'too-many-files', text, { status: 413 })
      }
      const name = safeName(fileName.parse(part.filename ?? ''), paths.length)
      const path = join(folder, name)
      await pipeline(part.file, taking(counted, disk), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
      if (part.file.truncated) throw new AppError('limit', 'file-too-large', `${name} is too large`, { status: 413 })
      paths.push(path)
      names.push(name)
    }
  } catch (error) {
    throw isBrokenForm(error) ? invalid('The upload is incomplete or not a readable form') : error
  }
  if (paths.length === 0) throw invalid('Please choose a file', 'file')
  return { ...fields.parse(values), paths, names }
}

/** Errors of the form parser have no codes; errors of the disk do. */
function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || (error.constructor === Error && code === undefined)
}

/** The announced length may be wrong and other uploads fill the disk too, so both are checked again while reading. */
function taking(counted: Upload, disk: UploadRules['disk']) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      counted.add(chunk.length)
      bytes += chunk.length
      if (bytes >= LOOK_BYTES) {
        bytes = 0
        await disk.require()
      }
      yield chunk
    }
  }
}

/** Keeps the name, because some formats depend on it, without anything that could lead out of the folder. */
function safeName(given: string, index: number): string {
  const name = given
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-120)
  return `${index === 0 ? '' : `${index}-`}${name || 'file'}`
}
