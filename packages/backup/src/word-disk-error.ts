import { UserError } from '@tradeloom/domain'

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'it is read-only',
  ENOENT: 'the folder above it does not exist',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
}

/** An error of the disk as one line for the operator, after what became of it; all others stay as they are. */
export function wordDiskError(error: unknown, outcome: string): unknown {
  // PostgreSQL writes with its own rights, and reports the same with a number of its own.
  const code = (error as { code?: string } | null)?.code
  const word = code === '53100' ? WORDS['ENOSPC'] : WORDS[code ?? '']
  return word === undefined ? error : new UserError('disk', `${outcome}: ${word}`, null, error)
}
