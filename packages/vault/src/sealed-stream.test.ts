import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { newSalt, openStream, sealStream } from './sealed-stream.ts'

const key = randomBytes(32)
const CHUNK = 1024 * 1024

const seal = (bytes: Uint8Array, name = 'a', salt = newSalt()): Promise<Buffer> =>
  buffer(sealStream({ key, name, salt }, [bytes]))
const open = (sealed: Iterable<Uint8Array>, name = 'a', of = key): Promise<Buffer> =>
  buffer(openStream({ key: of, name }, sealed))

it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])(
  '%i bytes come back, however they are divided',
  async (size) => {
    const bytes = randomBytes(size)
    const sealed = await seal(bytes)
    // Fewer may be there by chance.
    if (size > 64) expect(sealed.includes(bytes.subarray(0, 64))).toBe(false)
    expect((await open([sealed])).equals(bytes)).toBe(true)
    const pieces = Array.from({ length: Math.ceil(sealed.length / 65_521) }, (_, index) =>
      sealed.subarray(index * 65_521, (index + 1) * 65_521),
    )
    expect((await open(pieces)).equals(bytes)).toBe(true)
  },
)

it('the same salt gives the same bytes, so that an interrupted upload goes on, and another one others', async () => {
  const [bytes, salt] = [randomBytes(CHUNK + 5), newSalt()]
  expect((await seal(bytes, 'a', salt)).equals(await seal(bytes, 'a', salt))).toBe(true)
  const [one, other] = [await seal(bytes), await seal(bytes)]
  expect(one.subarray(50).equals(other.subarray(50))).toBe(false)
})

it('another key is told apart from damage', async () => {
  await expect(open([await seal(randomBytes(9))], 'a', randomBytes(32))).rejects.toMatchObject({ code: 'wrong-key' })
})

const HEADER = 44
const SEALED = CHUNK + 16

it.each<[string, (sealed: Buffer) => Uint8Array[]]>([
  ['a changed byte of the header', (sealed) => [flip(sealed, 20)]],
  ['a changed byte', (sealed) => [flip(sealed, HEADER + 5)]],
  ['a changed byte of the end', (sealed) => [flip(sealed, sealed.length - 1)]],
  ['a missing byte', (sealed) => [sealed.subarray(0, -1)]],
  ['a missing last chunk', (sealed) => [sealed.subarray(0, HEADER + 2 * SEALED)]],
  ['a missing first chunk', (sealed) => [sealed.subarray(0, HEADER), sealed.subarray(HEADER + SEALED)]],
  ['a chunk that is there twice', (sealed) => [sealed.subarray(0, HEADER + SEALED), sealed.subarray(HEADER)]],
  [
    'chunks in another order',
    (sealed) => [
      sealed.subarray(0, HEADER),
      sealed.subarray(HEADER + SEALED, HEADER + 2 * SEALED),
      sealed.subarray(HEADER, HEADER + SEALED),
      sealed.subarray(HEADER + 2 * SEALED),
    ],
  ],
  ['something behind the end', (sealed) => [sealed, Buffer.from('more')]],
  ['only a header', (sealed) => [sealed.subarray(0, HEADER)]],
  ['less than a header', (sealed) => [sealed.subarray(0, 10)]],
  ['nothing', () => []],
])('%s is noticed', async (_, change) => {
  const sealed = await seal(randomBytes(2 * CHUNK + 100))
  await expect(open(change(sealed))).rejects.toMatchObject({ code: 'damaged-box' })
})

it('an object under another name is noticed', async () => {
  await expect(open([await seal(randomBytes(9), 'a')], 'b')).rejects.toThrow('b is damaged')
})

function flip(sealed: Buffer, at: number): Buffer {
  const copy = Buffer.from(sealed)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}
