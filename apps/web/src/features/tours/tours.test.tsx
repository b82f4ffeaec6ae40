import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi, sampleReply } from '../../testing/mock-api.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'
import { stepsOnPage, type Tour, toursOfPage } from './tours.ts'
import { useTours } from './use-tours.ts'

beforeEach(() => {
  // Nothing has a size in jsdom: whatever is in the document counts as visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  document.body.replaceChildren()
})

function wrapper({ children }: { readonly children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

it('offers the tours of what is on the page', () => {
  expect(toursOfPage()).toEqual([])
  document.body.innerHTML = '<div data-tour="code"></div><input data-tour="commit">'
  expect(toursOfPage().map(({ name }) => name)).toEqual(['Tour of the editor'])
})

it.each([
  ['session', 'session', 'session-figures', 'session-logs'],
  ['overview', 'overview-figures', 'overview-positions'],
  ['dashboard', 'layouts', 'panel', 'trading'],
])('has a tour of the %s', (id, ...parts) => {
  document.body.innerHTML = parts.map((part) => `<div data-tour="${part}"></div>`).join('')
  const [tour, ...others] = toursOfPage()
  expect([tour?.id, others]).toEqual([id, []])
  expect(stepsOnPage(tour as Tour)).toHaveLength(parts.length)
})

it('leads through the parts that are there, and remembers tours that were taken to the end', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const api = mockApi({ listConfiguration: {}, putConfiguration: ({ body }) => body as { value: unknown } })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  queryClient.setQueryData(bootstrapQuery.queryKey, sampleReply('bootstrap', { user: sampleReply('currentUser') }))
  document.body.innerHTML = '<div data-tour="code"></div><input data-tour="commit">'
  const { result } = renderHook(useTours, { wrapper })
  await result.current.take(toursOfPage()[0] as Tour)
  expect(await screen.findByText('Your script')).toBeTruthy()
  expect(screen.getByText('1 of 2')).toBeTruthy()
  await userEvent.click(screen.getByText('Next'))
  expect(await screen.findByText('Versions')).toBeTruthy()
  await userEvent.click(screen.getByText('Done'))
  await waitFor(() =>
    expect(api.requestsOf('putConfiguration')).toMatchObject([
      { params: { path: 'tours' }, body: { value: ['editor'] } },
    ]),
  )
})
