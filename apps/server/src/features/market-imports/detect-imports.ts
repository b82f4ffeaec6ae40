import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DETECTION_BYTES, DETECTION_FILES, fileName, type ImportDetection } from '@tradeloom/contracts'
import { newId } from '@tradeloom/database'
import { detectImport } from '@tradeloom/market-data'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../platform/errors/app-error.ts'

const NEWLINE = 0x0a

/** Recognizes files from their beginnings, which are deleted again. */
export async function detectImports(request: FastifyRequest, uploadsDir: string): Promise<ImportDetection[]> {
  if (!request.isMultipart()) throw invalid('The request must be a form with files (multipart/form-data)')
  const folder = join(uploadsDir, `detect-${newId()}`)
  const found: ImportDetection[] = []
  try {
    const limits = { files: DETECTION_FILES, fileSize: DETECTION_BYTES, fields: 0 }
    for await (const part of request.files({ limits, throwFileSizeLimit: false })) {
      const file = fileName.parse(part.filename)
      const bytes = await part.toBuffer()
      // A folder for each, because formats depend on the names of the files.
      const own = join(folder, String(found.length))
      const path = join(own, file.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-120))
      await mkdir(own, { recursive: true, mode: 0o700 })
      await writeFile(path, wholeLines(bytes), { mode: 0o600 })
      const { columns, rows, symbols, asks, ...detected } = await detectImport(path)
      const problem = detected.problem && withoutFolder(detected.problem, own)
      found.push({
        file,
        ...detected,
        problem,
        columns: [...columns],
        rows: rows.map((row) => [...row]),
        symbols: [...symbols],
        asks: [...asks],
      })
    }
  } catch (error) {
    throw error instanceof AppError || !isBrokenForm(error) ? error : invalid('The upload is not a readable form')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (found.length === 0) throw invalid('Please choose a file', 'file')
  return found
}

/** The last line of a beginning is cut somewhere; a whole file keeps it. */
function wholeLines(bytes: Buffer): Buffer {
  if (bytes.length < DETECTION_BYTES) return bytes
  const end = bytes.lastIndexOf(NEWLINE)
  return end < 0 ? bytes : bytes.subarray(0, end + 1)
}

/** Messages name files by their path. */
function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '')
}

/** Errors of the form parser, in contrast to those of the disk. */
function isBrokenForm(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return (
    error instanceof Error && (error.constructor === Error || code.startsWith('FST_') || code.startsWith('ERR_STREAM'))
  )
}
