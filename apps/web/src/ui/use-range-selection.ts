import { useCallbackRef } from '@mantine/hooks'
import { useRef } from 'react'
import { withRange } from './with-range.ts'

interface RangeSelection {
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
}

/** Selects a row, or all from the one that was chosen before it; always the same function. */
export function useRangeSelection(selection: RangeSelection | undefined, orderOf: () => readonly string[]) {
  const last = useRef<string | null>(null)
  return useCallbackRef((key: string, isSelected: boolean, isRange: boolean) => {
    if (selection === undefined) return
    // A row that was chosen before the selection was cleared is forgotten.
    const from = isRange && selection.selected.size > 0 ? last.current : null
    last.current = key
    selection.onChange(withRange(selection.selected, orderOf(), { from, to: key, isIn: isSelected }))
  })
}
