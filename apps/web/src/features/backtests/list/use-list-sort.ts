import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Sort } from '../../../ui/data-table.tsx'
import { listOrder, orderOf, toSorts } from './list-sort.ts'

/** The sorting in the address of the page, which a reload and the way back from a result keep. */
export function useListSort(): readonly [readonly Sort[], (sorts: readonly Sort[]) => void] {
  const { order } = useSearch({ strict: false })
  const sorts = useMemo(() => toSorts(listOrder.parse(order)), [order])
  const navigate = useNavigate()
  const change = (next: readonly Sort[]): void => {
    void navigate({
      to: '.',
      search: (known) => ({ ...known, order: orderOf(next) }),
      replace: true,
      resetScroll: false,
    })
  }
  return [sorts, change]
}
