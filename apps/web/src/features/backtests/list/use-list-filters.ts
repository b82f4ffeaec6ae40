import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type ListFilters, listFilters } from '../../../entities/runs/list-filters.ts'

/** The filters in the address of the page, so that a filtered list can be bookmarked and sent. */
export function useListFilters(): readonly [ListFilters, (changes: ListFilters) => void] {
  const search = useSearch({ strict: false })
  const filters = useMemo(() => listFilters.parse(search), [search])
  const navigate = useNavigate()
  const change = (changes: ListFilters): void => {
    void navigate({ to: '.', search: (known) => ({ ...known, ...changes }), replace: true })
  }
  return [filters, change]
}
