import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type CompactResult, DEFAULT_RECORD_LIMITS, readResult } from '@tradeloom/engine'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Compresses to a fifth in a fraction of the run's time; higher levels save hardly anything. */
const LEVEL = 1
/** Each chunk of output returns to the main thread, which may be busy; by default there are hundreds. */
const CHUNK_BYTES = 1024 * 1024

/** Compresses a serialized result outside the main thread. */
export function packResult(written: Buffer): Promise<Buffer> {
  return compress(written, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL }, chunkSize: CHUNK_BYTES })
}

/** The result and its size in memory. */
export async function unpackResult(
  packed: Buffer,
): Promise<{ readonly result: CompactResult; readonly bytes: number }> {
  const written = await decompress(packed, { chunkSize: CHUNK_BYTES })
  const result = readResult(written, DEFAULT_RECORD_LIMITS)
  return { result, bytes: written.length + columnBytes(result) }
}

/** Columns that are serialized to a few bytes have their full length in memory. */
function columnBytes(result: CompactResult): number {
  const { positions, orders, equityCurve, days, positionTags, orderTags } = result
  const plots = result.plots.map(({ time, value }) => ({ time, value }))
  const tags = [positionTags, orderTags].filter((table) => table !== undefined)
  const tables = [positions, orders, equityCurve, days, ...plots, ...tags]
  return tables.flatMap((table) => Object.values(table)).reduce((sum, { byteLength }) => sum + byteLength, 0)
}
