import type { ReactElement } from 'react'
import classes from './data-table.module.css'

interface SelectBoxProps {
  /** What is selected, for screen readers. */
  readonly name: string
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** Selects one row, in a table or in cards. */
export function SelectBox({ name, isSelected, onChange }: SelectBoxProps): ReactElement {
  return (
    <label className={classes['box']}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
    </label>
  )
}
