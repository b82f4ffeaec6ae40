import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { type KeyboardEvent, type ReactElement, useState } from 'react'

/**
 * A day, typed or picked. The calendar opens on a click or an arrow key, not on focus: there it would cover the next
 * fields when moving on with Tab. Enter confirms the typed day and does not submit the form.
 */
export function DayInput(props: DateInputProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') setOpen(true)
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter') return
    event.preventDefault()
    // Leaving the field parses the typed day.
    const field = event.currentTarget
    field.blur()
    field.focus()
  }
  return (
    <DateInput
      {...props}
      popoverProps={{ opened: isOpen }}
      getDayProps={() => ({ onClick: () => setOpen(false) })}
      onClick={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={onKeyDown}
    />
  )
}
