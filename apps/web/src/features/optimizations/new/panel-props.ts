import type { SearchDraft } from './search-draft.ts'

/** What every part of the search form gets. */
export interface SearchPanelProps {
  readonly search: SearchDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<SearchDraft>) => void
}
