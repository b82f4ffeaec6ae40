import { Readable } from 'node:stream'
import { UserError } from '@tradeloom/domain'
import {
  type ByteRange,
  type ObjectStore,
  requireObjectName,
  type StoredObject,
  type Upload,
  type UploadedPart,
} from '../object-store.ts'
import { elementsOf, escapeXml, textOf } from './read-xml.ts'
import { REQUEST_TERMS, type RequestTerms, type S3Answer, S3Requests } from './s3-requests.ts'
import type { S3Place, UnsignedRequest } from './sign-request.ts'

const NOTHING = new Uint8Array()
/** What stores say of an object that is not there; a HEAD has no text. */
const MISSING = ['NoSuchKey', '404']
/** Refusals of a HEAD: the request that follows is told why. */
const UNSAID = ['301', '307', '400', '403']
/** How often in a row the body of an answer may end too early without anything new. */
const MAX_BREAKS = 5

/** An S3-compatible store. Names are below a prefix of the bucket. */
export class S3Store implements ObjectStore {
  readonly place: string
  readonly #requests: S3Requests
  readonly #prefix: string
  readonly #terms: RequestTerms

  /** @param prefix ends with a slash, or is empty. */
  constructor(place: S3Place, prefix = '', terms: Partial<RequestTerms> = {}) {
    this.#terms = { ...REQUEST_TERMS, ...terms }
    this.#requests = new S3Requests(place, this.#terms)
    this.#prefix = prefix
    this.place = `s3://${place.bucket}/${prefix}`.replace(/\/$/, '')
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#perform('PUT', requireObjectName(name), { body: bytes })
  }

  async putIfAbsent(name: string, bytes: Uint8Array): Promise<boolean> {
    // Not every store looks at the condition of a write.
    const found = await this.#perform('HEAD', requireObjectName(name), {}, [...MISSING, ...UNSAID])
    if (found.response.ok) return false
    const headers = { 'if-none-match': '*' }
    const answer = await this.#perform('PUT', name, { body: bytes, headers }, [
      'PreconditionFailed',
      '412',
      'NotImplemented',
    ])
    if (answer.code === 'NotImplemented') await this.put(name, bytes)
    return answer.response.ok || answer.code === 'NotImplemented'
  }

  async get(name: string, range?: ByteRange): Promise<Readable | null> {
    requireObjectName(name)
    const { from, to } = range ?? { from: 0, to: Infinity }
    const first = await this.#read(name, from, to)
    return first && Readable.from(this.#bytesOf(name, first, from, to), { objectMode: false })
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    let next = ''
    do {
      const query = {
        'list-type': '2',
        prefix: this.#prefix + prefix,
        ...(next === '' ? {} : { 'continuation-token': next }),
      }
      const xml = await this.#text('GET', '', { query })
      for (const one of elementsOf(xml, 'Contents')) {
        yield { name: this.#inside(textOf(one, 'Key')), bytes: Number(textOf(one, 'Size')) }
      }
      next = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : ''
    } while (next !== '')
  }

  async delete(name: string): Promise<void> {
    await this.#perform('DELETE', requireObjectName(name), {}, MISSING)
  }

  async beginUpload(name: string): Promise<Upload> {
    const xml = await this.#text('POST', requireObjectName(name), { query: { uploads: '' } })
    return { name, id: textOf(xml, 'UploadId') }
  }

  async putPart({ name, id }: Upload, number: number, bytes: Uint8Array): Promise<UploadedPart> {
    const query = { partNumber: String(number), uploadId: id }
    const { response } = await this.#perform('PUT', name, { query, body: bytes })
    return { number, bytes: bytes.length, tag: bare(response.headers.get('etag') ?? '') }
  }

  async listParts({ name, id }: Upload): Promise<UploadedPart[] | null> {
    const parts: UploadedPart[] = []
    let after = '0'
    do {
      const query = { uploadId: id, 'part-number-marker': after }
      const answer = await this.#send('GET', name, { query }, ['NoSuchUpload', ...MISSING])
      if (!answer.response.ok) return null
      const xml = await answer.response.text()
      for (const one of elementsOf(xml, 'Part')) {
        const [number, bytes] = [Number(textOf(one, 'PartNumber')), Number(textOf(one, 'Size'))]
        parts.push({ number, bytes, tag: bare(textOf(one, 'ETag')) })
      }
      after = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextPartNumberMarker') : ''
    } while (after !== '')
    return parts
  }

  async finishUpload({ name, id }: Upload, parts: readonly UploadedPart[]): Promise<void> {
    const listed = parts.map(
      ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>"${escapeXml(tag)}"</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
    const answer = await this.#send('POST', name, { query: { uploadId: id }, body }, ['NoSuchUpload'])
    // Finished by a try whose answer was lost.
    if (!answer.response.ok) {
      if ((await this.#perform('HEAD', name, {}, MISSING)).response.ok) return
      throw new UserError('disk', `${this.place} no longer knows the upload of ${name}`)
    }
    const xml = await answer.response.text()
    // A store that has begun to answer can report an error in the text only.
    const [failure] = elementsOf(xml, 'Error')
    if (failure !== undefined) {
      throw new UserError('disk', `${this.place} did not keep ${name}: ${textOf(failure, 'Code')}`)
    }
  }

  async abortUpload({ name, id }: Upload): Promise<void> {
    await this.#perform('DELETE', name, { query: { uploadId: id } }, ['NoSuchUpload', ...MISSING])
  }

  async listUploads(prefix: string): Promise<Upload[]> {
    const uploads: Upload[] = []
    let after: Record<string, string> | null = {}
    while (after !== null) {
      const query: Record<string, string> = { uploads: '', prefix: this.#prefix + prefix, ...after }
      const xml = await this.#text('GET', '', { query })
      for (const one of elementsOf(xml, 'Upload')) {
        uploads.push({ name: this.#inside(textOf(one, 'Key')), id: textOf(one, 'UploadId') })
      }
      const isMore = textOf(xml, 'IsTruncated') === 'true'
      const marks = {
        'key-marker': textOf(xml, 'NextKeyMarker'),
        'upload-id-marker': textOf(xml, 'NextUploadIdMarker'),
      }
      after = isMore ? marks : null
    }
    return uploads
  }

  /** Null if it is not there. */
  async #read(name: string, from: number, to: number): Promise<Response | null> {
    const range = from === 0 && to === Infinity ? null : `bytes=${from}-${to === Infinity ? '' : to}`
    const answer = await this.#send('GET', name, range === null ? {} : { headers: { range } }, [
      ...MISSING,
      'InvalidRange',
    ])
    if (answer.code === 'InvalidRange') return new Response()
    if (!answer.response.ok) return null
    if (range !== null && answer.status !== 206)
      throw new UserError('disk', `${this.place} cannot read a part of an object`)
    return answer.response
  }

  /** Asks again for the rest if an answer breaks off. */
  async *#bytesOf(name: string, first: Response, from: number, to: number): AsyncGenerator<Uint8Array> {
    const tag = first.headers.get('etag')
    let [response, at, breaks] = [first, from, 0]
    for (;;) {
      const length = response.headers.get('content-length')
      const end = length === null ? null : at + Number(length)
      try {
        for await (const chunk of timed(response, this.#terms.answerMs)) {
          ;[at, breaks] = [at + chunk.length, 0]
          yield chunk
        }
        if (end === null || at >= end) return
        throw new Error('no data in time')
      } catch (error) {
        if (++breaks > MAX_BREAKS) {
          throw new UserError('disk', `${this.place} broke off while ${name} was read`, null, error)
        }
      }
      const next = await this.#read(name, at, to)
      if (next === null || next.headers.get('etag') !== tag) {
        throw new UserError('disk', `${name} in ${this.place} was replaced while it was read`)
      }
      response = next
    }
  }

  async #text(method: UnsignedRequest['method'], name: string, request: Partial<UnsignedRequest>): Promise<string> {
    return (await this.#send(method, name, request)).response.text()
  }

  /** What counts is that it was done; reading the answer to its end frees the connection. */
  async #perform(
    method: UnsignedRequest['method'],
    name: string,
    request: Partial<UnsignedRequest> = {},
    expected: readonly string[] = [],
  ): Promise<S3Answer> {
    const answer = await this.#send(method, name, request, expected)
    if (!answer.response.bodyUsed) await answer.response.arrayBuffer()
    return answer
  }

  #send(
    method: UnsignedRequest['method'],
    name: string,
    request: Partial<UnsignedRequest>,
    expected: readonly string[] = [],
  ): Promise<S3Answer> {
    const whole = {
      method,
      name: name === '' ? '' : this.#prefix + name,
      query: {},
      headers: {},
      body: NOTHING,
      ...request,
    }
    return this.#requests.send(whole, expected)
  }

  #inside(key: string): string {
    return key.slice(this.#prefix.length)
  }
}

function bare(tag: string): string {
  return tag.replaceAll('"', '')
}

/** The pieces of a body, each of which may take so long. */
async function* timed(response: Response, ms: number): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  let timer: NodeJS.Timeout | undefined
  try {
    for (;;) {
      timer = setTimeout(() => void reader.cancel(new Error('no data in time')).catch(() => undefined), ms)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      yield value
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => undefined)
  }
}
