import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { instrumentId, intervalKey } from '@tradeloom/contracts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, invalid } from '../../app-error.ts'

const fields = z.strictObject({
  instrumentId,
  format: z.string().min(1, 'Please choose a format').max(32),
  timezone: z.string().max(64).optional(),
  /** Of the bars, for files whose times do not tell it. */
  interval: intervalKey.exclude(['Tick']).or(z.literal('S1')).optional(),
  mapping: z
    .string()
    .max(10_000)
    .transform((text, context) => {
      try {
        return z.record(z.string().max(64), z.string().max(128)).parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'The mapping must be a JSON object of column names' })
        return z.NEVER
      }
    })
    .optional(),
})

export interface Upload extends z.output<typeof fields> {
  /** Paths in the folder, in the order in which they came. */
  readonly paths: string[]
  /** Names as the user knows them. */
  readonly names: string[]
}

/** Streams an upload into a folder; no file is ever held in memory. */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  if (!request.isMultipart()) throw invalid('The request must be a form with files (multipart/form-data)')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const values: Record<string, string> = {}
  const paths: string[] = []
  const names: string[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.value !== '') values[part.fieldname] = String(part.value)
      continue
    }
    const name = safeName(part.filename, paths.length)
    const path = join(folder, name)
    await pipeline(part.file, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    if (part.file.truncated) throw new AppError('limit', 'file-too-large', `${name} is too large`, { status: 413 })
    paths.push(path)
    names.push(name)
  }
  if (paths.length === 0) throw invalid('Please choose a file', 'file')
  return { ...fields.parse(values), paths, names }
}

/** Some formats read meaning from the name, so it stays; whatever could lead out of the folder does not. */
function safeName(given: string, index: number): string {
  const name = basename(given.replaceAll('\\', '/'))
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .slice(-120)
  return `${index === 0 ? '' : `${index}-`}${name || 'file'}`
}
