import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Compresses long parts of a result, off the main thread. */
export function packJson(value: unknown): Promise<Buffer> {
  return zip(JSON.stringify(value), { level: 5 })
}

/** The value and the length of its JSON. */
export async function unpackJson<Value>(packed: Buffer): Promise<{ readonly value: Value; readonly bytes: number }> {
  const text = await unzip(packed)
  return { value: JSON.parse(text.toString('utf8')) as Value, bytes: text.length }
}
