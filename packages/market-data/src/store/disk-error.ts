import { UserError } from '@tradeloom/domain'

/** Operating system errors in plain words; DuckDB includes them in its own messages. */
const WORDS: readonly (readonly [code: string, text: RegExp, words: string])[] = [
  ['ENOSPC', /no space left/i, 'no space is left on the disk'],
  ['EDQUOT', /quota exceeded/i, 'the disk quota is used up'],
  ['EROFS', /read-only file system/i, 'it is read-only'],
  ['EACCES', /permission denied/i, 'this user may not write to it'],
  ['EPERM', /operation not permitted/i, 'this user may not write to it'],
  ['ENOTDIR', /not a directory/i, 'part of its path is a file'],
]

/**
 * Runs `work`, which writes below `folder`. Disk errors become a UserError, because whoever owns the disk can fix
 * them; other errors pass through.
 */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // DuckDB's errors have no code; those of this package already have a message.
    const known =
      error instanceof UserError ? undefined : WORDS.find(([one, text]) => code === one || text.test(message))
    if (!known) throw error
    throw new UserError('disk', `${folder} cannot be written: ${known[2]}`)
  }
}
