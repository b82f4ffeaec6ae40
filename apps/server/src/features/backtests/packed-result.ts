import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type CompactResult, DEFAULT_RECORD_LIMITS, readResult } from '@tradeloom/engine'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A fifth of the bytes for a fraction of the time that the run took; higher levels hardly save more. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compresses a result as a runner wrote it, off the main thread. */
export function packResult(written: Buffer): Promise<Buffer> {
  return compress(written, LEVEL)
}

/** The result and its size in memory. */
export async function unpackResult(
  packed: Buffer,
): Promise<{ readonly result: CompactResult; readonly bytes: number }> {
  const written = await decompress(packed)
  return { result: readResult(written, DEFAULT_RECORD_LIMITS), bytes: written.length }
}
