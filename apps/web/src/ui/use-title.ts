import { useEffect } from 'react'

/** What the browser's tab says while a page is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tradeloom`
  }, [title])
}
