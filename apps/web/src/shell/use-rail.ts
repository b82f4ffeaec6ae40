import { useMediaQuery } from '@mantine/hooks'
import { create } from 'zustand'

const KEY = 'tradeloom-navigation'

/** Whether the user wants the names of pages beside their icons; null as long as the page decides. */
const useChoice = create<{ readonly isWide: boolean | null }>()(() => ({ isWide: readChoice() }))

function readChoice(): boolean | null {
  const stored = localStorage.getItem(KEY)
  return stored === 'wide' || stored === 'narrow' ? stored === 'wide' : null
}

interface Rail {
  /** Icons alone. */
  readonly isRail: boolean
  /** Null where there is no room for names. */
  readonly toggle: (() => void) | null
}

/** How the pages are listed at the side: with their names, or, on the desk and in narrow windows, as icons. */
export function useRail(path: string): Rail {
  const { isWide } = useChoice()
  const hasRoom = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const isRail = !hasRoom || !(isWide ?? !/^\/platform(\/|$)/.test(path))
  const toggle = (): void => {
    localStorage.setItem(KEY, isRail ? 'wide' : 'narrow')
    useChoice.setState({ isWide: isRail })
  }
  return { isRail, toggle: hasRoom ? toggle : null }
}
