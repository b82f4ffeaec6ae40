import { createContext, useContext } from 'react'
import { apiNavigationQuery, apiPageQuery, navigationQuery, pageQuery } from './documentation-queries.ts'

/** The documentation of scripts, or that of the API for programs: the same pages, other contents. */
export const MANUALS = {
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

export type ManualName = keyof typeof MANUALS

export const ManualContext = createContext<ManualName>('scripts')

export function useManual(): (typeof MANUALS)[ManualName] {
  return MANUALS[useContext(ManualContext)]
}
