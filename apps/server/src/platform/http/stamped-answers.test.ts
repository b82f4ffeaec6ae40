import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { StampedAnswers } from './stamped-answers.ts'

class Reply {
  readonly headers = new Map<string, string>()
  code = 200

  header(name: string, value: string): this {
    this.headers.set(name, value)
    return this
  }

  status(code: number): this {
    this.code = code
    return this
  }
}

function setUp(maxBytes = 100_000) {
  const answers = new StampedAnswers(maxBytes)
  const made: string[] = []
  const ask = async (key: string, stamp: string, headers: Record<string, string> = {}, value: unknown = [stamp]) => {
    const reply = new Reply()
    const make = async () => {
      made.push(`${key} ${stamp}`)
      if (value instanceof Error) throw value
      return value
    }
    const { body } = await answers.answer({ headers }, reply as never, { key: [key], stamp, make })
    return { reply, body, etag: reply.headers.get('etag') ?? '' }
  }
  return { answers, made, ask }
}

it('creates an answer once per stamp, even for simultaneous requests', async () => {
  const { made, ask } = setUp()
  await Promise.all([ask('list', '1'), ask('list', '1'), ask('list', '1')])
  expect(String((await ask('list', '2')).body)).toBe('["2"]')
  expect(String((await ask('list', '2')).body)).toBe('["2"]')
  expect(made).toEqual(['list 1', 'list 2'])
})

it('answers 304 without creating anything if the client has the answer, whatever the spelling of its ETag', async () => {
  const { made, ask } = setUp()
  const { etag } = await ask('list', '1')
  for (const tag of [etag, etag.replace('W/', ''), `"x", ${etag}`]) {
    const { reply, body } = await ask('list', '1', { 'if-none-match': tag })
    expect([reply.code, body]).toEqual([304, null])
  }
  expect((await ask('list', '2', { 'if-none-match': etag })).reply.code).toBe(200)
  expect((await ask('other', '1', { 'if-none-match': etag })).reply.code).toBe(200)
  expect(made).toHaveLength(3)
})

it('uses different ETags than another process', async () => {
  expect((await setUp().ask('list', '1')).etag).not.toBe((await setUp().ask('list', '1')).etag)
})

it('does not store an answer that failed', async () => {
  const { ask } = setUp()
  await expect(ask('list', '1', {}, new Error('away'))).rejects.toThrow('away')
  expect(String((await ask('list', '1')).body)).toBe('["1"]')
})

it('compresses answers as the client accepts', async () => {
  const { ask } = setUp()
  const long = 'x'.repeat(5000)
  const text = JSON.stringify(long)
  const br = await ask('list', '1', { 'accept-encoding': 'gzip, deflate, br' }, long)
  expect([br.reply.headers.get('content-encoding'), String(brotliDecompressSync(br.body as Buffer))]).toEqual([
    'br',
    text,
  ])
  const gzip = await ask('list', '1', { 'accept-encoding': 'gzip, br;q=0' }, long)
  expect([gzip.reply.headers.get('content-encoding'), String(gunzipSync(gzip.body as Buffer))]).toEqual(['gzip', text])
  const plain = await ask('list', '1', {}, long)
  expect([plain.reply.headers.get('content-encoding'), String(plain.body)]).toEqual([undefined, text])
})

it('drops the least recently used answers when the byte limit is exceeded', async () => {
  const { answers, made, ask } = setUp(2500)
  const long = 'x'.repeat(998)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key, '1', {}, long)
  expect(made).toEqual(['a 1', 'b 1', 'c 1', 'b 1'])
  expect(answers.bytes).toBe(2000)
})
