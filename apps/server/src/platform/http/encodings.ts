import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller bodies are not compressed. */
export const COMPRESSED_BYTES = 1024
/** The default, 11, takes seconds for the data of a chart. */
export const BROTLI_QUALITY = 4
export const GZIP_LEVEL = 6

/** The encoding for a client with this Accept-Encoding header; null for none. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  const names = accepted
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
      return parameters.some((one) => /^q=0(\.0*)?$/.test(one)) ? [] : [name]
    })
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : null
}

/** Compresses in a worker thread. */
export function compressed(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return brotli(body, { params })
}
