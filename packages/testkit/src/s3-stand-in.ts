import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A store of objects on loopback that speaks as much of S3 as Tradeloom uses, and refuses what S3 would. */
export interface S3StandIn {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly objects: Map<string, Buffer>
  readonly uploads: Map<string, { name: string; parts: Map<number, Buffer> }>
  /** What it was asked, such as `PUT backups/a`; with `?partNumber=1` of a part. */
  readonly requests: string[]
  /** Decides what happens to the next requests; undefined: what should. */
  fault: ((request: string) => S3Fault | undefined) | undefined
  now: () => number
  /** At the same address again after `stop`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** An answer with this status; a connection that breaks, before or after it was done; a body that ends too early. */
export type S3Fault = number | 'break' | 'break-after' | 'cut'

const [REGION, ACCESS_KEY, SECRET_KEY, BUCKET] = ['eu-test-1', 'TESTACCESSKEY', 'test/secret+key', 'tradeloom-test']
const MAX_SKEW_MS = 15 * 60_000
const MIN_PART_BYTES = 5 * 1024 * 1024
const PAGE = 1000

interface Asked {
  readonly method: string
  readonly path: string
  readonly rawQuery: string
  readonly query: URLSearchParams
  readonly key: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Answered {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: Buffer | string
}

export async function startS3StandIn(): Promise<S3StandIn> {
  const keys = { region: REGION, accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, bucket: BUCKET }
  let [port, close] = [0, async () => {}]
  const standIn: S3StandIn = {
    ...keys,
    endpoint: '',
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fault: undefined,
    now: Date.now,
    stop: () => close(),
    async start(): Promise<void> {
      const server = createServer((request, response) => void serve(standIn, request, response))
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      ;({ port } = server.address() as AddressInfo)
      Object.assign(standIn, { endpoint: `http://127.0.0.1:${port}` })
      close = async () => {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
  await standIn.start()
  return standIn
}

async function serve(standIn: S3StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return
  }
  const [path = '', rawQuery = ''] = (request.url ?? '').split('?')
  const query = new URLSearchParams(rawQuery)
  const { method = '', headers } = request
  const key = path.split('/').slice(2).map(decodeURIComponent).join('/')
  const part = query.get('partNumber')
  const line = `${method} ${key}${part === null ? '' : `?partNumber=${part}`}`
  standIn.requests.push(line)
  const fault = standIn.fault?.(line)
  if (fault === 'break') return void request.socket.destroy()
  const asked = { method, path, rawQuery, query, key, headers, body: Buffer.concat(chunks) }
  const answered = typeof fault === 'number' ? failure(fault, 'InternalError') : answer(standIn, asked)
  if (fault === 'break-after') return void request.socket.destroy()
  const body = Buffer.from(answered.body ?? '')
  response.writeHead(answered.status, {
    date: new Date(standIn.now()).toUTCString(),
    ...answered.headers,
    ...(answered.status === 204 ? {} : { 'content-length': body.length }),
  })
  if (fault === 'cut') {
    response.flushHeaders()
    response.write(body.subarray(0, body.length >> 1))
    setImmediate(() => request.socket.destroy())
    return
  }
  response.end(method === 'HEAD' ? undefined : body)
}

function answer(standIn: S3StandIn, asked: Asked): Answered {
  const refused = checkSignature(standIn, asked)
  if (refused) return refused
  if (asked.path.split('/')[1] !== standIn.bucket) return failure(404, 'NoSuchBucket')
  if (asked.key === '') return asked.query.has('uploads') ? listUploads(standIn, asked) : listObjects(standIn, asked)
  if (asked.query.has('uploads') || asked.query.has('uploadId')) return answerUpload(standIn, asked)
  return answerObject(standIn, asked)
}

function answerObject({ objects }: S3StandIn, { method, key, headers, body }: Asked): Answered {
  const found = objects.get(key)
  if (method === 'PUT') {
    if (found && headers['if-none-match'] === '*') return failure(412, 'PreconditionFailed')
    objects.set(key, body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (!found) return method === 'HEAD' ? { status: 404 } : failure(404, 'NoSuchKey')
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers: { etag: tagOf(found) }, body: found }
  if (Number(first) >= found.length) return failure(416, 'InvalidRange')
  const inside = found.subarray(Number(first), last === '' ? found.length : Number(last) + 1)
  const range = `bytes ${first}-${Number(first) + inside.length - 1}/${found.length}`
  return { status: 206, headers: { etag: tagOf(found), 'content-range': range }, body: inside }
}

function answerUpload({ objects, uploads }: S3StandIn, { method, key, query, body }: Asked): Answered {
  if (query.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { name: key, parts: new Map() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.name !== key) return failure(404, 'NoSuchUpload')
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'))
    if (!Number.isInteger(number) || number < 1 || number > 10_000) return failure(400, 'InvalidArgument')
    upload.parts.set(number, body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }
  if (method === 'DELETE') {
    uploads.delete(id)
    return { status: 204 }
  }
  if (method === 'GET') {
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b)
    const after = Number(query.get('part-number-marker') ?? 0)
    const page = parts.filter(([number]) => number > after).slice(0, PAGE)
    const lines = page.map(
      ([number, bytes]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${escape(tagOf(bytes))}</ETag><Size>${bytes.length}</Size></Part>`,
    )
    const last = page.at(-1)?.[0] ?? after
    const isMore = parts.some(([number]) => number > last)
    const end = `<IsTruncated>${isMore}</IsTruncated><NextPartNumberMarker>${last}</NextPartNumberMarker>`
    return xml(`<ListPartsResult>${lines.join('')}${end}</ListPartsResult>`)
  }
  const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
  const bytes: Buffer[] = []
  for (const [index, [, number, tag]] of wanted.entries()) {
    const part = upload.parts.get(Number(number))
    if (!part || escape(tagOf(part)) !== tag?.replaceAll('"', '&quot;')) return failure(400, 'InvalidPart')
    if (index < wanted.length - 1 && part.length < MIN_PART_BYTES) return failure(400, 'EntityTooSmall')
    bytes.push(part)
  }
  if (bytes.length === 0) return failure(400, 'MalformedXML')
  objects.set(key, Buffer.concat(bytes))
  uploads.delete(id)
  return xml(`<CompleteMultipartUploadResult><Key>${escape(key)}</Key></CompleteMultipartUploadResult>`)
}

function listObjects({ objects }: S3StandIn, { query }: Asked): Answered {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && compare(name, after) > 0)
  const page = names.toSorted(compare).slice(0, PAGE)
  const lines = page.map(
    (name) => `<Contents><Key>${escape(name)}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
  )
  const isMore = names.length > page.length
  const next = isMore ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  return xml(`<ListBucketResult>${lines.join('')}<IsTruncated>${isMore}</IsTruncated>${next}</ListBucketResult>`)
}

function listUploads({ uploads }: S3StandIn, { query }: Asked): Answered {
  const found = [...uploads].filter(([, { name }]) => name.startsWith(query.get('prefix') ?? ''))
  const lines = found.map(([id, { name }]) => `<Upload><Key>${escape(name)}</Key><UploadId>${id}</UploadId></Upload>`)
  return xml(
    `<ListMultipartUploadsResult>${lines.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
  )
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z\d;-]+), Signature=([\da-f]{64})$/

/** Computes the signature from what arrived, by the text of the specification. */
function checkSignature(standIn: S3StandIn, { method, path, rawQuery, headers, body }: Asked): Answered | null {
  const [, accessKey, day, region, names = '', given = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (accessKey === undefined) return failure(403, 'AccessDenied')
  if (accessKey !== standIn.accessKeyId) return failure(403, 'InvalidAccessKeyId')
  if (region !== standIn.region) return failure(400, 'AuthorizationHeaderMalformed')
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(at) || !time.startsWith(day ?? '')) return failure(403, 'AccessDenied')
  if (Math.abs(at - standIn.now()) > MAX_SKEW_MS) return failure(403, 'RequestTimeTooSkewed')
  const hash = createHash('sha256').update(body).digest('hex')
  if (headers['x-amz-content-sha256'] !== hash) return failure(400, 'XAmzContentSHA256Mismatch')
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBeSigned.some((name) => !signed.includes(name))) return failure(403, 'AccessDenied')
  const pairs = rawQuery === '' ? [] : rawQuery.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const canonicalHeaders = signed.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}\n`)
  const request = `${method}\n${path}\n${pairs.toSorted().join('&')}\n${canonicalHeaders.join('')}\n${names}\n${hash}`
  const requestHash = createHash('sha256').update(request).digest('hex')
  const toSign = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${requestHash}`
  let key: string | Buffer = `AWS4${standIn.secretAccessKey}`
  for (const part of [String(day), region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(part).digest()
  const wanted = createHmac('sha256', key).update(toSign).digest()
  return timingSafeEqual(wanted, Buffer.from(given, 'hex')) ? null : failure(403, 'SignatureDoesNotMatch')
}

function failure(status: number, code: string): Answered {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>` }
}

function xml(text: string): Answered {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>${text}` }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
