import { expect, it } from 'vitest'
import { RateBudget } from './rate-budget.ts'
import { SharedSilence } from './shared-silence.ts'
import { type Fetch, VenueRequests } from './venue-requests.ts'
import { VirtualClock } from './virtual-clock.ts'

const REQUEST = {
  url: 'https://venue.example/orders?signature=secret',
  method: 'POST',
  headers: {},
  weight: 1,
  priority: 'urgent',
} as const

function start(fetch: Fetch) {
  const clock = new VirtualClock(0)
  const silence = new SharedSilence(clock, REQUEST.url, null)
  const limit = { name: 'requests', per: 'address', kind: 'window', limit: 2, windowMs: 60_000 } as const
  const budget = new RateBudget({ clock, silence, limit, log: null })
  return { budget, requests: new VenueRequests(budget, fetch) }
}

it('sends each request once, and follows no redirection', async () => {
  const sent: unknown[] = []
  const { requests, budget } = start(async (url, init) => {
    sent.push([url, init?.method, init?.redirect])
    return new Response('busy', { status: 503 })
  })
  expect(await requests.send(REQUEST)).toMatchObject({ status: 503, text: 'busy' })
  expect(sent).toEqual([[REQUEST.url, 'POST', 'error']])
  expect(budget.state.used).toBe(1)
})

it('sends nothing without a budget, and says so', async () => {
  const { requests, budget } = start(async () => new Response('{}'))
  budget.silence(90_000)
  const expected = { name: 'NoAnswer', isSent: false, message: 'No request is allowed before 1970-01-01T00:01:30.000Z' }
  await expect(requests.send(REQUEST)).rejects.toMatchObject(expected)
  expect(budget.state.used).toBe(0)
})

it('reveals nothing of what it has sent when no answer comes', async () => {
  const { requests } = start(() => Promise.reject(new TypeError(`fetch failed: ${REQUEST.url}`)))
  const error: unknown = await requests.send(REQUEST).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ isSent: true, message: 'The venue did not answer' })
  expect((error as Error).cause).toBeUndefined()
})

it('waits for no answer any more once it is closed, and sends nothing then', async () => {
  let count = 0
  const { requests } = start((_url, init) => {
    count += 1
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const waiting = requests.send(REQUEST)
  requests.close()
  await expect(waiting).rejects.toThrow('The venue did not answer')
  await expect(requests.send(REQUEST)).rejects.toThrow('The connection to the venue was closed')
  expect(count).toBe(1)
})
