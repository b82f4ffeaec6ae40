import { useMediaQuery } from '@mantine/hooks'
import { create } from 'zustand'

const KEY = 'tradeloom-left-list'

/** Whether the user has opened or closed the left list; null as long as the width decides. */
const useChoice = create<{ readonly isOpen: boolean | null }>()(() => ({ isOpen: readChoice() }))

function readChoice(): boolean | null {
  const stored = localStorage.getItem(KEY)
  return stored === null ? null : stored === 'open'
}

export function setLeftListOpen(isOpen: boolean): void {
  localStorage.setItem(KEY, isOpen ? 'open' : 'closed')
  useChoice.setState({ isOpen })
}

/** How the left list is shown: beside the page, as a bar that opens it, or in the menu of narrow screens. */
export function useLeftList(): 'open' | 'closed' | 'menu' {
  const { isOpen } = useChoice()
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  if (isNarrow) return 'menu'
  return (isOpen ?? isWide) ? 'open' : 'closed'
}
