import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, endpointUrl, onSessionEnded } from './call.ts'
import { forgetReplies } from './kept-replies.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

function respondWith(status: number, body: unknown, type = 'application/json'): ReturnType<typeof vi.fn> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetched = vi.fn(async () => new Response(text, { status, headers: { 'content-type': type } }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  forgetReplies()
  vi.unstubAllGlobals()
  onSessionEnded(() => {})
})

it('fills parameters and query into the path', () => {
  expect(endpointUrl('listAlgorithmBacktests', { params: { id: ID }, query: { limit: 20, before: undefined } })).toBe(
    `/api/algorithms/${ID}/backtests?limit=20`,
  )
  expect(() => endpointUrl('getBacktest', {})).toThrow('is missing the parameter id')
})

it('uses the method of the contract and returns the parsed reply', async () => {
  const fetched = respondWith(200, { ok: true })
  await expect(call('deleteBacktest', { params: { id: ID } })).resolves.toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledWith(`/api/backtest/${ID}`, expect.objectContaining({ method: 'DELETE' }))
})

it('keeps the text and the field errors of the server', async () => {
  respondWith(400, {
    code: 'taken',
    kind: 'conflict',
    message: 'User name is already taken',
    fields: { regUsername: 'Taken' },
  })
  const body = { regUsername: 'a', regEmail: 'b', regPassword: 'c', regRepeatPassword: 'c' }
  await expect(call('register', { body })).rejects.toMatchObject({
    message: 'User name is already taken',
    status: 400,
    fields: { regUsername: 'Taken' },
  })
})

it.each([
  ['listSharedAlgorithms', {}, 'Error retrieving algorithms'],
  ['listOwnAlgorithms', {}, 'Error retrieving algorithms'],
  ['getVersion', { params: { id: ID, versionId: ID } }, 'Error retrieving algorithm version'],
  ['saveVersion', { params: { id: ID }, body: { script: '', message: '' } }, 'Save failed'],
  ['updateAlgorithm', { params: { id: ID }, body: { description: '' } }, 'Error saving'],
  ['getIndicator', { params: { id: ID } }, 'Error retrieving indicator'],
  ['getSystemIndicator', { params: { id: 'RSI' } }, 'Error retrieving technical indicator script'],
  ['saveIndicator', { params: { id: ID }, body: { script: '' } }, 'Save failed!'],
  ['logout', {}, 'Error logging out'],
  ['getBacktest', { params: { id: ID } }, 'Error retrieving backtest data'],
  ['deleteBacktest', { params: { id: ID } }, 'Error deleting backtest'],
  ['getBacktestPositions', { params: { id: ID } }, 'Unable to fetch positions'],
  ['keepAlive', {}, 'There has been an error. Please try again.'],
] as const)('uses the text of the specification when the server sends none: %s', async (name, input, text) => {
  respondWith(502, '<html>Bad gateway</html>', 'text/html')
  await expect(call(name, input as never)).rejects.toThrow(text)
})

it('reports a server that cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('health', {})).rejects.toMatchObject({ message: 'Unable to connect to server', status: 0 })
})

it('passes on that a call was aborted', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('Aborted', 'AbortError')))
  await expect(call('health', {})).rejects.toMatchObject({ name: 'AbortError' })
})

it('rejects a reply that does not match the contract', async () => {
  respondWith(200, { ok: 'perhaps' })
  await expect(call('keepAlive', {})).rejects.toThrow('unexpected reply')
})

it('reports an expired login only for calls that need one', async () => {
  const ended = vi.fn()
  onSessionEnded(ended)
  const body = { code: 'unauthenticated', kind: 'unauthenticated', message: 'Please log in' }
  respondWith(401, body)
  await expect(call('login', { body: { username: 'a', password: 'b' } })).rejects.toThrow('Please log in')
  expect(ended).not.toHaveBeenCalled()
  respondWith(401, body)
  await expect(call('keepAlive', {})).rejects.toThrow('Please log in')
  expect(ended).toHaveBeenCalledOnce()
})

describe('an unchanged list', () => {
  function respondTagged(): ReturnType<typeof vi.fn> {
    const fetched = vi.fn(async (_: string, { headers }: { headers: Record<string, string> }) =>
      headers['if-none-match'] === 'W/"1"'
        ? new Response(null, { status: 304 })
        : new Response('[]', { headers: { 'content-type': 'application/json', etag: 'W/"1"' } }),
    )
    vi.stubGlobal('fetch', fetched)
    return fetched
  }

  it('is returned as the same object, without being sent or parsed again', async () => {
    const fetched = respondTagged()
    const first = await call('listOwnAlgorithms', {})
    expect(await call('listOwnAlgorithms', {})).toBe(first)
    expect((await Promise.all(fetched.mock.results.map(({ value }) => value))).map(({ status }) => status)).toEqual([
      200, 304,
    ])
  })

  it('is requested again after another user has signed in, and at another address', async () => {
    const fetched = respondTagged()
    await call('listBacktests', { query: { limit: 1 } })
    await call('listBacktests', { query: { limit: 2 } })
    forgetReplies()
    await call('listBacktests', { query: { limit: 1 } })
    for (const [, { headers }] of fetched.mock.calls) expect(headers).not.toHaveProperty('if-none-match')
  })
})
