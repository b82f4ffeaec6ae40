import { DETECTION_BYTES, DETECTION_FILES, type ImportDetection } from '@tradeloom/contracts'
import { call } from '../../../api/call.ts'

/** Sends the beginnings of files to be recognized; nothing of them is kept. */
export function detectFiles(files: readonly File[], signal: AbortSignal): Promise<ImportDetection[]> {
  const form = new FormData()
  for (const file of files.slice(0, DETECTION_FILES)) form.append('file', file.slice(0, DETECTION_BYTES), file.name)
  return call('detectImport', { body: form, signal })
}
