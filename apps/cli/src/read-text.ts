import { UserError } from '@tradeloom/domain'
import { readFile } from 'node:fs/promises'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'this user may not read it',
}

/** A text file without its byte order mark. Throws UserError with the reason if it cannot be read. */
export async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError('invalid-input', `${file}: ${WORDS[error.code ?? ''] ?? error.message}`)
  })
  return text.replace(/^\uFEFF/, '')
}
