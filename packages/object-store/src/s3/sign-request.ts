import { createHash, createHmac } from 'node:crypto'

/** A bucket of an S3-compatible store, and who asks. */
export interface S3Place {
  /** Such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface UnsignedRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Inside of the bucket; empty: the bucket itself. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface SignedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** Signature Version 4: everything that is sent is signed, so that nobody on the way can change it. */
export function signRequest(place: S3Place, request: UnsignedRequest, at: number): SignedRequest {
  const { origin, host, pathname } = new URL(place.endpoint)
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const path = [pathname.replace(/\/$/, ''), place.bucket, ...(request.name === '' ? [] : request.name.split('/'))]
    .map((part, index) => (index === 0 ? part : encode(part)))
    .join('/')
  const query = Object.entries(request.query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const contents = sha256(request.body)
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': contents,
    'x-amz-date': time,
  }
  const signed = Object.entries({ ...headers, host }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const canonical = [request.method, path, query, lines, names, contents].join('\n')
  const scope = `${time.slice(0, 8)}/${place.region}/s3/aws4_request`
  const text = [ALGORITHM, time, scope, sha256(canonical)].join('\n')
  const signature = createHmac('sha256', signingKey(place, time.slice(0, 8)))
    .update(text)
    .digest('hex')
  return {
    url: `${origin}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...headers,
      authorization: `${ALGORITHM} Credential=${place.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
  }
}

function signingKey({ secretAccessKey, region }: S3Place, day: string): Buffer {
  return [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
}

/** As RFC 3986 has it: `encodeURIComponent` leaves out a few. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  )
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
