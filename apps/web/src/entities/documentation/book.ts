import { createContext, useContext } from 'react'
import { apiNavigationQuery, apiPageQuery, navigationQuery, pageQuery } from './documentation-queries.ts'

/** The documentation of scripts, or that of the API for programs: the same pages, other contents. */
export const BOOKS = {
  scripts: {
    title: 'Documentation',
    path: '/documentation/$slug',
    first: 'first-algorithm',
    navigation: navigationQuery,
    page: pageQuery,
  },
  api: {
    title: 'API documentation',
    path: '/api-docs/$slug',
    first: 'keys',
    navigation: apiNavigationQuery,
    page: apiPageQuery,
  },
} as const

export type BookName = keyof typeof BOOKS

export const BookContext = createContext<BookName>('scripts')

export function useBook(): (typeof BOOKS)[BookName] {
  return BOOKS[useContext(BookContext)]
}
