import type { ReactElement } from 'react'
import classes from './data-table.module.css'

interface SelectBoxProps {
  /** What is selected, for screen readers. */
  readonly name: string
  readonly isSelected: boolean
  /** With Shift, everything from the row that was last chosen on is meant. */
  readonly onChange: (isSelected: boolean, isRange: boolean) => void
}

/** Selects one row, in a table or in cards. */
export function SelectBox({ name, isSelected, onChange }: SelectBoxProps): ReactElement {
  return (
    <label className={classes['box']} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ currentTarget: { checked }, nativeEvent }) => onChange(checked, hasShift(nativeEvent))}
      />
    </label>
  )
}

function hasShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey
}
