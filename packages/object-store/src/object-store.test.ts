import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type S3StandIn, startS3StandIn } from '@tradeloom/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from './conformance.fixture.ts'
import { FolderStore } from './folder-store.ts'
import { S3Store } from './s3/s3-store.ts'
import type { S3Place } from './s3/sign-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-store-'))
let standIn: S3StandIn
beforeAll(async () => {
  standIn = await startS3StandIn()
})
afterAll(async () => {
  await standIn?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const QUICK = { pauseMs: 1 }
const s3 = (place: Partial<S3Place> = {}, terms: object = {}): S3Store =>
  new S3Store({ ...standIn, ...place }, 'below/here/', { ...QUICK, ...terms })

describe('a folder', () => {
  checkStore(() => new FolderStore(folder))

  it('that does not exist, is full, or has a file in the way says so', async () => {
    const missing = new FolderStore(join(folder, 'missing'))
    await expect(missing.put('a', Buffer.from('x'))).rejects.toThrow('missing: it does not exist')
    await expect(missing.get('a')).rejects.toThrow('missing: it does not exist')
    const store = new FolderStore(folder)
    await store.put('file', Buffer.from('x'))
    await expect(store.put('file/below', Buffer.from('x'))).rejects.toThrow('is an object itself')
    await mkdir(join(folder, 'away'))
    symlinkSync('/nowhere', join(folder, 'away', '.writing'))
    await expect(new FolderStore(join(folder, 'away')).put('a', Buffer.from('x'))).rejects.toThrow('away: ')
    writeFileSync(join(folder, 'plain'), '')
    await expect(new FolderStore(join(folder, 'plain')).put('a', Buffer.from('x'))).rejects.toThrow('plain: ')
  })

  it('keeps what it writes for itself out of reach', async () => {
    const store = new FolderStore(folder)
    await expect(store.put('.writing/a', Buffer.from('x'))).rejects.toThrow('cannot be the name')
    await expect(store.putPart({ name: 'a', id: '../../etc' }, 1, Buffer.from('x'))).rejects.toThrow('no such upload')
  })
})

describe('an S3-compatible store', () => {
  afterEach(() => {
    Object.assign(standIn, { fault: undefined, now: Date.now })
  })

  checkStore(() => s3())

  it('has its objects below a prefix', async () => {
    await s3().put('a', Buffer.from('x'))
    expect(standIn.objects.has('below/here/a')).toBe(true)
    await new S3Store(standIn).put('a', Buffer.from('x'))
    expect(standIn.objects.has('a')).toBe(true)
  })

  it.each<[string, () => [Partial<S3Place>, object?], RegExp]>([
    ['an unknown access key', () => [{ accessKeyId: 'OTHER' }], /does not know the access key/],
    ['a wrong secret key', () => [{ secretAccessKey: 'other' }], /refuses the secret access key: it is wrong/],
    ['a bucket that does not exist', () => [{ bucket: 'other' }], /bucket other does not exist/],
    ['another region', () => [{ region: 'other' }], /not in the region other/],
    ['a clock that is behind', () => [{}, { now: () => Date.now() - 3_600_000 }], /clock.*60 min behind the store's/],
    ['a store that is away', () => [{ endpoint: 'http://127.0.0.1:1' }], /at http:\/\/127.0.0.1:1 is away/],
    [
      'a store that does not answer',
      () => [{ endpoint: standIn.endpoint }, { fetch: silent, answerMs: 1 }],
      /no answer in time/,
    ],
  ])('says so of %s, and never what the key is', async (_, of, text) => {
    const store = s3(...of())
    const work = [store.put('a', Buffer.from('x')), store.get('a'), store.putIfAbsent('b', Buffer.from('x'))]
    for (const result of await Promise.allSettled(work)) {
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'UserError', message: expect.stringMatching(text) },
      })
      expect(JSON.stringify(result)).not.toContain(standIn.secretAccessKey)
    }
  })

  const silent = (_: unknown, { signal }: RequestInit): Promise<Response> =>
    new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)))

  it.each([500, 503, 'break', 'break-after'] as const)('tries again after %s, and not forever', async (fault) => {
    let left = 3
    standIn.fault = () => (left-- > 0 ? fault : undefined)
    await s3().put('again', Buffer.from('x'))
    expect(await buffer((await s3().get('again'))!)).toEqual(Buffer.from('x'))
    standIn.fault = () => fault
    const before = standIn.requests.length
    await expect(s3().put('again', Buffer.from('x'))).rejects.toMatchObject({ name: 'UserError' })
    expect(standIn.requests.length - before).toBe(5)
  })

  it('a request that is refused is not repeated', async () => {
    const before = standIn.requests.length
    await expect(s3({ secretAccessKey: 'other' }).put('a', Buffer.from('x'))).rejects.toThrow('wrong')
    expect(standIn.requests.length - before).toBe(1)
  })

  it('reads on where an answer broke off, and not if the object was replaced meanwhile', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    await s3().put('long', bytes)
    let left = 3
    standIn.fault = (line) => (line.startsWith('GET') && left-- > 0 ? 'cut' : undefined)
    expect((await buffer((await s3().get('long'))!)).equals(bytes)).toBe(true)
    left = 1
    const reading = (await s3().get('long'))!
    await s3().put('long', Buffer.from('other'))
    await expect(buffer(reading)).rejects.toThrow('replaced while it was read')
  })

  it('an object that breaks off each time ends in an error', async () => {
    await s3().put('cut', Buffer.from('x'))
    standIn.fault = (line) => (line.startsWith('GET') ? 'cut' : undefined)
    await expect(buffer((await s3().get('cut'))!)).rejects.toThrow('broke off while cut was read')
  })

  it('finishing an upload whose answer was lost is no fault', async () => {
    const upload = await s3().beginUpload('lost')
    const part = await s3().putPart(upload, 1, Buffer.from('x'))
    let left = 1
    standIn.fault = (line) => (line === 'POST below/here/lost' && left-- > 0 ? 'break-after' : undefined)
    await s3().finishUpload(upload, [part])
    expect(standIn.objects.get('below/here/lost')?.toString()).toBe('x')
  })
})
