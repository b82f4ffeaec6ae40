import { DateInput, type DateInputProps } from '@mantine/dates'
import { type KeyboardEvent, type ReactElement, useState } from 'react'

/**
 * A day, typed or picked. The calendar opens on a click or an arrow key: opened by every focus, it would lie over what
 * follows for whoever goes on with Tab. Enter takes the day as typed and is no answer to the whole form.
 */
export function DayInput(props: DateInputProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') setOpen(true)
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter') return
    event.preventDefault()
    // Leaving the field writes the day as it was understood.
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
