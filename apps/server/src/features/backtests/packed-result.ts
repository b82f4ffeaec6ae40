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
  const result = readResult(written, DEFAULT_RECORD_LIMITS)
  return { result, bytes: written.length + columnBytes(result) }
}

/** Columns that take a few bytes when they are written are as long as the others in memory. */
function columnBytes({ positions, orders, equityCurve, days, plots }: CompactResult): number {
  const tables = [positions, orders, equityCurve, days, ...plots.map(({ time, value }) => ({ time, value }))]
  return tables.flatMap((table) => Object.values(table)).reduce((sum, { byteLength }) => sum + byteLength, 0)
}
