import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { type FocusEvent, type KeyboardEvent, type ReactElement, useState } from 'react'
import { parseDay } from './parse-day.ts'

interface DayInputProps extends Omit<DateInputProps, 'minDate' | 'maxDate' | 'onChange'> {
  /** The calendar offers the days from the first to the last, `YYYY-MM-DD`; others can be typed. */
  readonly firstDay?: string
  readonly lastDay?: string
  /** Null for a text that is no day. */
  readonly onChange?: (day: string | null) => void
}

/**
 * A day, typed or picked. The calendar opens on a click or an arrow key, not on focus: there it would cover the next
 * fields when moving on with Tab. Enter confirms the typed day and does not submit the form. No typed day is replaced
 * by another one: whoever uses the field says what is wrong with it.
 */
export function DayInput({ firstDay, lastDay, excludeDate, onChange, ...props }: DayInputProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const isOffered = (from: string, to: string): boolean => to >= (firstDay ?? from) && from <= (lastDay ?? to)
  const onBlur = (event: FocusEvent<HTMLInputElement>): void => {
    setOpen(false)
    props.onBlur?.(event)
    if (parseDay(event.currentTarget.value) === null) onChange?.(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown') setOpen(true)
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter') return
    event.preventDefault()
    // Leaving the field confirms the typed day.
    const field = event.currentTarget
    field.blur()
    field.focus()
  }
  return (
    <DateInput
      valueFormat="MM/DD/YYYY"
      placeholder="mm/dd/yyyy"
      firstDayOfWeek={1}
      {...props}
      dateParser={parseDay}
      {...(onChange && { onChange })}
      excludeDate={(day) => !isOffered(day, day) || excludeDate?.(day) === true}
      getMonthControlProps={(month) => ({ disabled: !isOffered(`${month.slice(0, 7)}-01`, `${month.slice(0, 7)}-31`) })}
      getYearControlProps={(year) => ({
        disabled: !isOffered(`${year.slice(0, 4)}-01-01`, `${year.slice(0, 4)}-12-31`),
      })}
      popoverProps={{ opened: isOpen }}
      getDayProps={() => ({ onClick: () => setOpen(false) })}
      onClick={() => setOpen(true)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  )
}
