import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { toastError } from '../../ui/toast.ts'
import { useUser } from '../user/bootstrap-query.ts'

/** A setting by its path, with what its value looks like and what it is until somebody changes it. */
export interface Setting<Value> {
  readonly path: string
  readonly schema: z.ZodType<Value>
  readonly fallback: Value
}

/** Of the user, in one request: a dashboard shows a dozen of them. */
const settingsQuery = queryOptions({
  queryKey: ['configurations'],
  queryFn: ({ signal }) => call('listConfiguration', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * A setting that follows the user to other browsers. This browser remembers it too: for visitors, and so that a page does
 * not change its look once the server has answered.
 */
export function useSetting<Value>(setting: Setting<Value>): readonly [Value, (value: Value) => void] {
  const { path, schema, fallback } = setting
  const isSignedIn = Boolean(useUser())
  const { data, error } = useQuery({
    queryKey: ['configuration', path, isSignedIn],
    queryFn: async () => {
      if (!isSignedIn) return remembered(path)
      const value = (await queryClient.fetchQuery(settingsQuery))[path] ?? null
      if (value !== null) remember(path, value)
      return value
    },
    placeholderData: () => remembered(path),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (error !== null) toastError('Unable to fetch settings!', 'settings')
  }, [error])
  return [schema.safeParse(data).data ?? fallback, (value) => storeSetting(path, value, isSignedIn)]
}

export function storeSetting(path: string, value: unknown, isSignedIn: boolean): void {
  const queryKey = ['configuration', path, isSignedIn]
  const show = (): void => {
    queryClient.setQueryData(queryKey, value)
    queryClient.setQueryData(settingsQuery.queryKey, (all) => all && { ...all, [path]: value })
    remember(path, value)
  }
  show()
  patchPending(queryClient, queryKey, show)
  if (!isSignedIn) return
  call('putConfiguration', { params: { path }, body: { value } }).catch((reason: unknown) =>
    toastError(errorText(reason), 'settings'),
  )
}

export function remembered(path: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(path)) ?? 'null')
  } catch {
    return null
  }
}

function remember(path: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(path), JSON.stringify(value))
  } catch {
    // A full or forbidden storage only means that this browser forgets it.
  }
}

const keyOf = (path: string): string => `tradeloom-setting-${path}`
