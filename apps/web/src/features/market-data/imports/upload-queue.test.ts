import type { MarketImport } from '@tradeloom/contracts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { createUploadQueue, type UploadQueue, useUploadProgress } from './upload-queue.ts'
import type { ImportRequest } from './upload.ts'

const request = (instrumentId: string): ImportRequest => ({
  instrumentId,
  format: 'csv',
  timezone: '',
  interval: null,
  symbol: '',
  mapping: {},
  files: [new File(['x'], `${instrumentId}.csv`)],
})

interface Sent {
  readonly instrumentId: string
  readonly progress: (percent: number) => void
  readonly signal: AbortSignal
  readonly succeed: () => Promise<void>
  readonly fail: (error: unknown) => Promise<void>
}

let sent: Sent[]
let done: string[]
let user: string | null
let queue: UploadQueue

const turn = (): Promise<void> => new Promise((go) => setTimeout(go))

beforeEach(() => {
  sent = []
  done = []
  user = 'ann'
  queue = createUploadQueue({
    client: new QueryClient(),
    userId: () => user,
    onDone: ({ instrumentId }) => done.push(instrumentId),
    upload: ({ instrumentId }, progress, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError('The upload was canceled', 0, 'aborted')))
        sent.push({
          instrumentId,
          progress,
          signal,
          succeed: () => {
            resolve({ instrumentId } as MarketImport)
            return turn()
          },
          fail: (error) => {
            reject(error)
            return turn()
          },
        })
      }),
  })
})

const states = (): string[] => queue.pending().map(({ request: { instrumentId }, state }) => `${instrumentId} ${state}`)
const started = (): string[] => sent.map(({ instrumentId }) => instrumentId)

describe('uploads', () => {
  it('are sent one after the other, and none is lost', async () => {
    for (const id of ['A:X', 'B:X', 'C:X']) queue.add(request(id))
    await turn()
    expect([states(), started()]).toEqual([['A:X sending', 'B:X waiting', 'C:X waiting'], ['A:X']])
    sent[0]?.progress(40)
    expect(useUploadProgress.getState()[queue.pending()[0]?.id ?? 0]).toBe(40)
    await sent[0]?.succeed()
    expect([states(), done]).toEqual([['B:X sending', 'C:X waiting'], ['A:X']])
    await sent[1]?.succeed()
    expect(queue.isBusy()).toBe(true)
    await sent[2]?.succeed()
    expect([states(), done, queue.isBusy()]).toEqual([[], ['A:X', 'B:X', 'C:X'], false])
  })

  it('keep their files when they fail, let the others go on, and can be retried', async () => {
    queue.add(request('A:X'))
    queue.add(request('B:X'))
    await turn()
    await sent[0]?.fail(new ApiError('Unable to connect to server', 0, 'no-connection'))
    expect(queue.pending()[0]).toMatchObject({ state: 'failed', error: 'Unable to connect to server' })
    expect(states()).toEqual(['A:X failed', 'B:X sending'])
    queue.retry(queue.pending()[0]?.id ?? 0)
    await turn()
    expect(states()).toEqual(['B:X sending', 'A:X waiting'])
    await sent[1]?.succeed()
    expect([states(), started()]).toEqual([['A:X sending'], ['A:X', 'B:X', 'A:X']])
    await sent[2]?.succeed()
    expect(done).toEqual(['B:X', 'A:X'])
  })

  it('can be canceled while waiting and while being sent', async () => {
    for (const id of ['A:X', 'B:X', 'C:X']) queue.add(request(id))
    await turn()
    const [first, second] = queue.pending().map(({ id }) => id)
    queue.cancel(second ?? 0)
    queue.cancel(first ?? 0)
    await turn()
    expect(sent[0]?.signal.aborted).toBe(true)
    expect([states(), started(), done]).toEqual([['C:X sending'], ['A:X', 'C:X'], []])
  })

  it('are not sent for another user who has logged in meanwhile', async () => {
    queue.add(request('A:X'))
    queue.add(request('B:X'))
    await turn()
    user = 'bob'
    await sent[0]?.succeed()
    await turn()
    expect([states(), started()]).toEqual([['B:X failed'], ['A:X']])
    user = null
    queue.add(request('C:X'))
    expect(states()).toEqual(['B:X failed'])
  })
})
