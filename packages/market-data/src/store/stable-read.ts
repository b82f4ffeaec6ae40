import { UserError } from '@tradeloom/domain'
import { stat } from 'node:fs/promises'

/** An import replaces each month once, so a few attempts suffice. */
const ATTEMPTS = 8

export class ReplacedWhileRead extends UserError {
  constructor() {
    super('busy', 'The market data was being replaced while it was read. Try again')
  }
}

/**
 * Reads files as of one point in time. DuckDB opens a Parquet file more than once, so a file that another process
 * replaces meanwhile can yield a mixture of both; then the read is repeated.
 */
export async function readStable<T>(paths: readonly string[], read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await stamps(paths)
    const outcome = await read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if ((await stamps(paths)) !== before) continue
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  throw new ReplacedWhileRead()
}

/** Changes when one of the files is replaced: a new file has another inode. */
async function stamps(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map((path) => stat(path)))
  return files.map(({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`).join()
}
