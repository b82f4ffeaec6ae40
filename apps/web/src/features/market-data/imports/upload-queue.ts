import type { MarketImport } from '@tradeloom/contracts'
import { type Mutation, type QueryClient, useMutationState } from '@tanstack/react-query'
import { create } from 'zustand'
import { ApiError, errorText } from '../../../api/api-error.ts'
import type { ImportRequest } from './upload.ts'

/** An upload that the server does not have completely yet. */
export interface PendingUpload {
  readonly id: number
  /** Who started it; it is not sent for another user. */
  readonly userId: string
  readonly request: ImportRequest
  readonly state: 'waiting' | 'sending' | 'failed'
  readonly error: string | null
}

interface Variables {
  readonly userId: string
  readonly request: ImportRequest
  readonly abort: AbortController
}

type UploadMutation = Mutation<MarketImport, Error, Variables>

interface Upload {
  (request: ImportRequest, onProgress: (percent: number) => void, signal: AbortSignal): Promise<MarketImport>
}

export interface UploadQueueDeps {
  readonly client: QueryClient
  readonly upload: Upload
  /** Null for a visitor. */
  readonly userId: () => string | null
  readonly onDone: (started: MarketImport) => void
}

const KEY = ['upload']

/** Percent sent of each upload, by id; renders only the row that changes. */
export const useUploadProgress = create<Readonly<Record<number, number>>>()(() => ({}))

export type UploadQueue = ReturnType<typeof createUploadQueue>

/**
 * Uploads as mutations of one scope: one at a time, because two at once would only halve each other's speed. They go on
 * while other pages are open; a failed one keeps its files and can be retried.
 */
export function createUploadQueue({ client, upload, userId, onDone }: UploadQueueDeps) {
  const cache = client.getMutationCache()
  const all = (): UploadMutation[] => cache.findAll({ mutationKey: KEY }) as UploadMutation[]
  const find = (id: number): UploadMutation | undefined => all().find(({ mutationId }) => mutationId === id)

  function start(variables: Variables): void {
    const mutation: UploadMutation = cache.build(client, {
      mutationKey: KEY,
      scope: { id: 'uploads' },
      networkMode: 'always',
      retry: false,
      gcTime: Number.POSITIVE_INFINITY,
      mutationFn: async () => {
        if (userId() !== variables.userId) throw new ApiError('You were logged out', 401, 'login-required')
        const setPercent = (percent: number): void => useUploadProgress.setState({ [mutation.mutationId]: percent })
        return upload(variables.request, setPercent, variables.abort.signal)
      },
    })
    void run(mutation, variables)
  }

  async function run(mutation: UploadMutation, variables: Variables): Promise<void> {
    try {
      const started = await mutation.execute(variables)
      cache.remove(mutation)
      onDone(started)
    } catch {
      // A failed upload stays in the list with its error.
      if (variables.abort.signal.aborted) cache.remove(mutation)
    }
  }

  return {
    add(request: ImportRequest): void {
      const user = userId()
      if (user !== null) start({ userId: user, request, abort: new AbortController() })
    },
    /** Queues a failed upload again, behind those that wait. */
    retry(id: number): void {
      const mutation = find(id)
      if (mutation?.state.variables === undefined) return
      cache.remove(mutation)
      start({ ...mutation.state.variables, abort: new AbortController() })
    },
    /** Removes an upload, also while it is being sent. */
    cancel(id: number): void {
      const mutation = find(id)
      if (mutation === undefined) return
      mutation.state.variables?.abort.abort()
      if (mutation.state.isPaused || mutation.state.status !== 'pending') cache.remove(mutation)
    },
    pending: (): PendingUpload[] => all().flatMap(toPending),
    /** Whether leaving the page would lose files. */
    isBusy: (): boolean => all().some(({ state }) => state.status === 'pending'),
  }
}

/** The uploads of the page, oldest first. */
export function usePendingUploads(): PendingUpload[] {
  return useMutationState({ filters: { mutationKey: KEY }, select: (one) => toPending(one as UploadMutation) }).flat()
}

function toPending({ mutationId, state }: UploadMutation): PendingUpload[] {
  const { variables, status, isPaused, error } = state
  if (variables === undefined || status === 'success') return []
  const { userId, request } = variables
  if (status === 'error') return [{ id: mutationId, userId, request, state: 'failed', error: errorText(error) }]
  return [{ id: mutationId, userId, request, state: isPaused ? 'waiting' : 'sending', error: null }]
}
