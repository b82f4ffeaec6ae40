import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageTitle } from '../ui/use-title.ts'

/** Keeps the browser's tab at the title of the page on screen: its own one, else the one in its route file. */
export function useDocumentTitle(): void {
  const own = usePageTitle((state) => state.own.at(-1))
  const fromRoute = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.page !== undefined)?.staticData.page?.title,
  })
  const title = own ?? fromRoute
  useEffect(() => {
    document.title = title === undefined ? 'Tradeloom' : `${title} · Tradeloom`
  }, [title])
}
