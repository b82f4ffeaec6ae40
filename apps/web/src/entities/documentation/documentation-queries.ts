import type { DocumentationNavigation } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Pages change only with the program. */
const FRESH_MS = 3_600_000

export const navigationQuery = queryOptions({
  queryKey: ['documentation'],
  queryFn: ({ signal }) => call('documentationNavigation', { signal }),
  staleTime: FRESH_MS,
})

export function pageQuery(slug: string) {
  return queryOptions({
    queryKey: ['documentation', slug],
    queryFn: ({ signal }) => call('documentationPage', { params: { slug }, signal }),
    staleTime: FRESH_MS,
  })
}

export const apiNavigationQuery = queryOptions({
  queryKey: ['api-docs'],
  queryFn: ({ signal }) => call('apiDocsNavigation', { signal }),
  staleTime: FRESH_MS,
})

export function apiPageQuery(slug: string) {
  return queryOptions({
    queryKey: ['api-docs', slug],
    queryFn: ({ signal }) => call('apiDocsPage', { params: { slug }, signal }),
    staleTime: FRESH_MS,
  })
}

/** A page, and the part of it to show. */
export interface DocumentationPlace {
  readonly slug: string
  readonly id: string | null
}

/** Where an API name is documented: `buy`, `indicators.RSI`, `Bar.close`. Null if it is not. */
export function placeOf({ sections }: DocumentationNavigation, path: string): DocumentationPlace | null {
  const pages = sections.flatMap((section) => section.pages)
  const page = pages.find((one) => one.path === path)
  if (page !== undefined) return { slug: page.slug, id: null }
  const [type, name] = path.split('.')
  const owner = pages.find((one) => one.path === type)
  const member = owner?.members.find((one) => one.name === name)
  return owner === undefined || member === undefined ? null : { slug: owner.slug, id: member.id }
}
