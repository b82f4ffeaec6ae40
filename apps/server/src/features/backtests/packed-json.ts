import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Long parts of a result are kept compressed; both ways happen off the main thread. */
export function packJson(value: unknown): Promise<Buffer> {
  return zip(JSON.stringify(value), { level: 5 })
}

export async function unpackJson<Value>(bytes: Buffer): Promise<Value> {
  return JSON.parse((await unzip(bytes)).toString('utf8')) as Value
}
