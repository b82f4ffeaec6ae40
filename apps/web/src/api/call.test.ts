import { afterEach, expect, it, vi } from 'vitest'
import { call, endpointUrl, onSessionEnded } from './call.ts'

const ID = '01a1fcbd-ca32-7065-a0e0-bc608310879a'

function answer(status: number, body: unknown, type = 'application/json'): ReturnType<typeof vi.fn> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetched = vi.fn(async () => new Response(text, { status, headers: { 'content-type': type } }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  vi.unstubAllGlobals()
  onSessionEnded(() => {})
})

it('fills parameters and query into the path', () => {
  expect(endpointUrl('listAlgorithmBacktests', { params: { id: ID }, query: { limit: 20, before: undefined } })).toBe(
    `/api/algorithms/${ID}/backtests?limit=20`,
  )
  expect(() => endpointUrl('getBacktest', {})).toThrow('lacks the parameter id')
})

it('sends a body as JSON and gives back the parsed reply', async () => {
  const fetched = answer(200, { ok: true })
  await expect(call('deleteBacktest', { params: { id: ID } })).resolves.toEqual({ ok: true })
  expect(fetched).toHaveBeenCalledWith(`/api/backtest/${ID}`, expect.objectContaining({ method: 'DELETE' }))
})

it('shows the text of the server and keeps the fields', async () => {
  answer(400, {
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
  ['getBacktest', { params: { id: ID } }, 'Error retrieving backtest data'],
  ['keepAlive', {}, 'There has been an error. Please try again.'],
] as const)('falls back to the words of the specification for %s', async (name, input, text) => {
  answer(502, '<html>Bad gateway</html>', 'text/html')
  await expect(call(name, input as never)).rejects.toThrow(text)
})

it('says when there is no server', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('health', {})).rejects.toMatchObject({ message: 'Unable to connect to server', status: 0 })
})

it('lets a given-up call be given up', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('Aborted', 'AbortError')))
  await expect(call('health', {})).rejects.toMatchObject({ name: 'AbortError' })
})

it('refuses a reply of another shape instead of passing it on', async () => {
  answer(200, { ok: 'perhaps' })
  await expect(call('keepAlive', {})).rejects.toThrow('not understood')
})

it('tells of a lost session only where a session is needed', async () => {
  const ended = vi.fn()
  onSessionEnded(ended)
  const body = { code: 'unauthenticated', kind: 'unauthenticated', message: 'Please log in' }
  answer(401, body)
  await expect(call('login', { body: { username: 'a', password: 'b' } })).rejects.toThrow('Please log in')
  expect(ended).not.toHaveBeenCalled()
  answer(401, body)
  await expect(call('keepAlive', {})).rejects.toThrow('Please log in')
  expect(ended).toHaveBeenCalledOnce()
})
