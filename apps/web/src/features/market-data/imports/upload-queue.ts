import type { MarketImport } from '@tradeloom/contracts'
import { create } from 'zustand'
import { ApiError, errorText } from '../../../api/api-error.ts'
import type { ImportRequest } from './upload.ts'

/** Files on their way to the server; they stay here until it has them or somebody gives up. */
export interface PendingUpload {
  readonly id: number
  /** Who wanted it: nobody else sends it. */
  readonly userId: string
  readonly request: ImportRequest
  readonly state: 'waiting' | 'sending' | 'failed'
  /** Of the bytes that are sent, 0 to 100. */
  readonly percent: number
  readonly error: string | null
}

interface Upload {
  (request: ImportRequest, onProgress: (percent: number) => void, signal: AbortSignal): Promise<MarketImport>
}

export interface UploadQueueDeps {
  readonly upload: Upload
  /** Null for a visitor. */
  readonly userId: () => string | null
  readonly onDone: (started: MarketImport) => void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Sends one upload after the other, whatever page is on screen: two at once would only halve each other's speed. What
 * fails stays with its files and can be tried again.
 */
export function createUploadQueue(deps: UploadQueueDeps) {
  const store = create<{ readonly uploads: readonly PendingUpload[] }>()(() => ({ uploads: [] }))
  let lastId = 0
  let sending: { readonly id: number; readonly abort: AbortController } | null = null

  const uploads = (): readonly PendingUpload[] => store.getState().uploads
  const set = (next: readonly PendingUpload[]): void => store.setState({ uploads: next })
  const change = (id: number, changes: Partial<PendingUpload>): void =>
    set(uploads().map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const drop = (id: number): void => set(uploads().filter((one) => one.id !== id))

  async function send(one: PendingUpload): Promise<void> {
    const abort = new AbortController()
    sending = { id: one.id, abort }
    change(one.id, { state: 'sending', percent: 0, error: null })
    try {
      if (deps.userId() !== one.userId) throw new ApiError('You were logged out meanwhile', 401, 'login-required')
      const started = await deps.upload(one.request, (percent) => change(one.id, { percent }), abort.signal)
      drop(one.id)
      deps.onDone(started)
    } catch (error) {
      if (abort.signal.aborted) drop(one.id)
      else change(one.id, { state: 'failed', error: errorText(error) })
    } finally {
      sending = null
      next()
    }
  }
  function next(): void {
    const waiting = sending === null ? uploads().find(({ state }) => state === 'waiting') : undefined
    if (waiting !== undefined) void send(waiting)
  }

  return {
    store,
    add(request: ImportRequest): void {
      const userId = deps.userId()
      if (userId === null) return
      lastId += 1
      set([...uploads(), { id: lastId, userId, request, state: 'waiting', percent: 0, error: null }])
      next()
    },
    retry(id: number): void {
      change(id, { state: 'waiting', error: null })
      next()
    },
    /** Takes it out, also in the middle of sending. */
    cancel(id: number): void {
      if (sending?.id === id) sending.abort.abort()
      else drop(id)
    },
    /** Whether files would be lost if the page went away. */
    isBusy: (): boolean => uploads().some(({ state }) => state !== 'failed'),
  }
}
