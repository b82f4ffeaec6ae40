import { create } from 'zustand'
import { useRequestedDocumentation } from '../../entities/documentation/requested-documentation.ts'

export type SideTab = 'docs' | 'versions'

interface ChosenTab {
  readonly tab: SideTab
  /** The choice ends with another algorithm, and when documentation is requested. */
  readonly place: string
}

const useChosenTab = create<ChosenTab>()(() => ({ tab: 'docs', place: '' }))

/**
 * The open tab beside the script. It outlives the editor's page, which is another one for each version: who goes through
 * the versions stays in their list.
 */
export function useSideTab(algorithmId: string): [SideTab, (tab: SideTab) => void] {
  const request = useRequestedDocumentation((requested) => requested.request)
  const chosen = useChosenTab()
  const place = `${algorithmId}/${request}`
  return [chosen.place === place ? chosen.tab : 'docs', (tab) => useChosenTab.setState({ tab, place })]
}
