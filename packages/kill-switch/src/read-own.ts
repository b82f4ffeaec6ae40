import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Larger files are none of ours. */
const MAX_BYTES = 64 * 1024
const WRITABLE_BY_OTHERS = 0o022

/**
 * The text of a file of this user or of root, which nobody else can write; throws for any other. A link is not followed, and
 * a pipe is not waited for.
 */
export function readOwn(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const problem = problemOf(fstatSync(descriptor))
    if (problem !== null) throw new Error(problem)
    const bytes = Buffer.alloc(MAX_BYTES)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, MAX_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}

function problemOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'it is not a file'
  if (stats.uid !== 0 && stats.uid !== process.getuid?.()) return 'it belongs to another user'
  if ((stats.mode & WRITABLE_BY_OTHERS) !== 0) return 'other users can write it'
  return stats.size > MAX_BYTES ? 'it is too large' : null
}
