import { MarketDataError } from './market-data-error.ts'

/** What an operating system says, in words for people; DuckDB writes them out in messages of its own. */
const WORDS: readonly (readonly [code: string, text: RegExp, words: string])[] = [
  ['ENOSPC', /no space left/i, 'no space is left on the disk'],
  ['EDQUOT', /quota exceeded/i, 'the quota of the disk is used up'],
  ['EROFS', /read-only file system/i, 'it can only be read'],
  ['EACCES', /permission denied/i, 'this user may not write there'],
  ['EPERM', /operation not permitted/i, 'this user may not write there'],
  ['ENOTDIR', /not a directory/i, 'a part of its path is a file'],
]

/**
 * Runs `work`, which writes below `folder`. What the disk refuses becomes a MarketDataError, since whoever owns the
 * disk can put it right; other errors pass.
 */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // DuckDB's errors have no code; those of this package are worded already.
    const known =
      error instanceof MarketDataError ? undefined : WORDS.find(([one, text]) => code === one || text.test(message))
    if (!known) throw error
    throw new MarketDataError(`${folder} cannot be written: ${known[2]}`, 'disk')
  }
}
