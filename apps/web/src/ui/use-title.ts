import { useEffect } from 'react'
import { create } from 'zustand'

/** Titles of the pages on screen that name what they show; the newest wins. */
export const usePageTitle = create<{ readonly own: readonly string[] }>()(() => ({ own: [] }))

/** Names what a page shows in the browser's tab, in place of the title in its route file. */
export function useTitle(title: string): void {
  useEffect(() => {
    usePageTitle.setState(({ own }) => ({ own: [...own, title] }))
    return () => usePageTitle.setState(({ own }) => ({ own: own.toSpliced(own.lastIndexOf(title), 1) }))
  }, [title])
}
