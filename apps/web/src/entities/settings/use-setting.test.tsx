import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { queryClient } from '../../api/query-client.ts'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { formatLocalMinute } from '../../ui/format.ts'
import { bootstrapQuery } from '../user/bootstrap-query.ts'
import { ClockTime } from './clock-time.tsx'
import { useSetting } from './use-setting.ts'
import { useUtcDates } from './use-utc-dates.ts'

const WIDTH = { path: 'test-width', schema: z.number(), fallback: 100 }

// Files share the settings of one browser.
beforeEach(() => queryClient.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
})

function wrapper({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Notifications />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  )
}

function open(user: object | null) {
  queryClient.setQueryData(bootstrapQuery.queryKey, sampleReply('bootstrap', { user }))
  return renderHook(() => useSetting(WIDTH), { wrapper })
}

it('stores a setting for the user, and shows the one of another browser', async () => {
  const api = mockApi({
    listConfiguration: { 'test-width': 250 },
    putConfiguration: ({ body }) => body as { value: unknown },
  })
  const { result } = open(sampleReply('currentUser'))
  expect(result.current[0]).toBe(100)
  await waitFor(() => expect(result.current[0]).toBe(250))
  act(() => result.current[1](300))
  await waitFor(() => expect(result.current[0]).toBe(300))
  expect(api.requestsOf('putConfiguration')).toMatchObject([{ params: { path: 'test-width' }, body: { value: 300 } }])
})

it('keeps what was set while the answer with the value of before was under way', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  const api = mockApi({ listConfiguration: () => answer.promise, putConfiguration: { value: 300 } })
  const { result } = open(sampleReply('currentUser'))
  act(() => result.current[1](300))
  await waitFor(() => expect(api.requestsOf('putConfiguration')).toHaveLength(1))
  await act(async () => answer.resolve({ 'test-width': 250 }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(result.current[0]).toBe(300)
  expect(localStorage.getItem('tradeloom-setting-test-width')).toBe('300')
})

it('remembers a setting of a visitor in the browser only', async () => {
  const api = mockApi()
  const first = open(null)
  act(() => first.result.current[1](300))
  first.unmount()
  queryClient.clear()
  expect(open(null).result.current[0]).toBe(300)
  expect(api.requests).toEqual([])
})

it('uses the default for a value that does not fit', async () => {
  mockApi({ listConfiguration: { 'test-width': 'wide' } })
  const { result } = open(sampleReply('currentUser'))
  await waitFor(() => expect(queryClient.getQueryData(['configuration', 'test-width', true])).toBe('wide'))
  expect(result.current[0]).toBe(100)
})

it('says when the settings cannot be fetched', async () => {
  mockApi({ listConfiguration: () => errorReply(400, { code: 'x', message: 'x' }) })
  open(sampleReply('currentUser'))
  expect(await screen.findByText('Unable to fetch settings!')).toBeTruthy()
})

it('shows times in UTC, or in the time zone of the browser', async () => {
  mockApi()
  queryClient.setQueryData(bootstrapQuery.queryKey, sampleReply('bootstrap', { user: null }))
  const time = '2026-03-01T20:30:00.000Z'
  const { result } = renderHook(useUtcDates, {
    wrapper: ({ children }) =>
      wrapper({
        children: (
          <>
            {children}
            <ClockTime time={time} />
          </>
        ),
      }),
  })
  const shown = screen.getByTitle('2026-03-01 20:30 UTC')
  expect(shown.textContent).toBe('2026-03-01 20:30')
  act(() => result.current[1](false))
  const local = formatLocalMinute(time)
  await waitFor(() => expect(shown.textContent).toBe(local))
})
