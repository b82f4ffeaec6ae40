import { useNavigate, useSearch } from '@tanstack/react-router'
import { SECTION_IDS, type SectionId } from './section-ids.ts'

/** The section that the address names, and how to show another one; the page keeps its place in the history. */
export function useSection(): readonly [SectionId, (section: SectionId) => void] {
  const { section } = useSearch({ strict: false }) as { readonly section?: unknown }
  const navigate = useNavigate()
  const shown = SECTION_IDS.find((id) => id === section) ?? 'overview'
  const show = (next: SectionId): void => {
    void navigate({
      to: '.',
      search: (search) => ({ ...search, section: next === 'overview' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, show]
}
