import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { ByteRange, ObjectStore, Upload, UploadedPart } from './object-store.ts'

const PART = 5 * 1024 * 1024
/** Every printable character that a name may have. */
const STRANGE = `strange/${Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index))
  .filter((character) => character !== '/' && character !== '\\')
  .join('')} ä€😀`

/** What every store does alike. */
export function checkStore(store: () => ObjectStore): void {
  checkObjects(store)
  checkUploads(store)
}

async function read(store: ObjectStore, name: string, range?: ByteRange): Promise<string | null> {
  const found = await store.get(name, range)
  return found && (await buffer(found)).toString()
}

function checkObjects(store: () => ObjectStore): void {
  const put = (name: string, text: string): Promise<void> => store().put(name, Buffer.from(text))
  const text = (name: string, range?: ByteRange): Promise<string | null> => read(store(), name, range)
  const names = async (prefix: string): Promise<string[]> => {
    const found: string[] = []
    for await (const { name } of store().list(prefix)) found.push(name)
    return found
  }

  it('keeps an object, replaces it, and forgets it', async () => {
    await put('one/object', 'first')
    expect(await text('one/object')).toBe('first')
    await put('one/object', 'second')
    expect(await text('one/object')).toBe('second')
    await store().delete('one/object')
    await store().delete('one/object')
    expect(await text('one/object')).toBe(null)
    expect(await names('one/')).toEqual([])
  })

  it('writes an object once if it is to be absent, also when several do at the same moment', async () => {
    const given = ['a', 'b', 'c', 'd'].map((one) => store().putIfAbsent('once/object', Buffer.from(one)))
    const written = await Promise.all(given)
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await text('once/object')).toBe('abcd'[written.indexOf(true)])
    expect(await store().putIfAbsent('once/object', Buffer.from('later'))).toBe(false)
  })

  it('reads a part of an object, and an empty one', async () => {
    await put('range/object', '0123456789')
    expect(await text('range/object', { from: 3, to: 5 })).toBe('345')
    expect(await text('range/object', { from: 8, to: 100 })).toBe('89')
    expect(await text('range/none', { from: 0, to: 1 })).toBe(null)
    await put('range/empty', '')
    expect(await text('range/empty')).toBe('')
  })

  it('lists what begins with a prefix, by the bytes of the names, in pages', async () => {
    for (const name of ['list/b', 'list/a/2', 'list/a/1', 'list/B', 'listed']) await put(name, 'x')
    expect(await names('list/')).toEqual(['list/B', 'list/a/1', 'list/a/2', 'list/b'])
    expect(await names('list/a')).toEqual(['list/a/1', 'list/a/2'])
    expect(await names('none/')).toEqual([])
    const many = Array.from({ length: 1205 }, (_, index) => `many/${String(index).padStart(5, '0')}`)
    for (let at = 0; at < many.length; at += 50) {
      await Promise.all(many.slice(at, at + 50).map((name) => put(name, '')))
    }
    expect(await names('many/')).toEqual(many)
  })

  it('takes every printable character in names', async () => {
    await put(STRANGE, 'strange')
    expect(await text(STRANGE)).toBe('strange')
    expect(await names('strange/')).toEqual([STRANGE])
    await store().delete(STRANGE)
    expect(await names('strange/')).toEqual([])
  })

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'a\\b', 'a\nb', 'x'.repeat(1025)])(
    'refuses the name %j',
    async (name) => {
      await expect(put(name, '')).rejects.toThrow('cannot be the name of an object')
      await expect(store().get(name)).rejects.toThrow('cannot be the name of an object')
    },
  )
}

function checkUploads(store: () => ObjectStore): void {
  const text = (name: string, range?: ByteRange): Promise<string | null> => read(store(), name, range)

  it('puts an object together from parts, which are not there before it is finished', async () => {
    const upload = await store().beginUpload('parts/object')
    const second = await store().putPart(upload, 2, Buffer.from('end'))
    await store().putPart(upload, 1, Buffer.alloc(PART, 'x'))
    // Sent again after its answer was lost.
    const first = await store().putPart(upload, 1, Buffer.alloc(PART, 'a'))
    expect(await text('parts/object')).toBe(null)
    await expectListed(upload, [first, second])
    await store().finishUpload(upload, [first, second])
    const whole = await buffer((await store().get('parts/object'))!)
    expect(whole.length).toBe(PART + 3)
    expect(whole.subarray(PART - 1).toString()).toBe('aend')
    expect(await text('parts/object', { from: PART - 1, to: PART })).toBe('ae')
    expect(await store().listUploads('parts/')).toEqual([])
  })

  async function expectListed(upload: Upload, parts: UploadedPart[]): Promise<void> {
    expect(await store().listUploads('parts/')).toEqual([upload])
    expect(await store().listUploads('other/')).toEqual([])
    expect(await store().listParts(upload)).toEqual(parts)
  }

  it('gives an upload up, and no longer knows it', async () => {
    const upload = await store().beginUpload('given-up/object')
    await store().putPart(upload, 1, Buffer.from('part'))
    await store().abortUpload(upload)
    expect(await store().listUploads('given-up/')).toEqual([])
    expect(await store().listParts(upload)).toBe(null)
    expect(await text('given-up/object')).toBe(null)
  })
}
