import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'

interface ClockFieldProps {
  readonly label: string
  readonly minutes: number
  readonly onChange: (minutes: number) => void
}

/** A minute of the day, taken when the field is left. */
export function ClockField({ label, minutes, onChange }: ClockFieldProps): ReactElement {
  const two = (value: number): string => String(value).padStart(2, '0')
  return (
    <TextInput
      type="time"
      label={label}
      w={132}
      key={minutes}
      defaultValue={`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`}
      onBlur={(event) => {
        const [hour, minute] = event.currentTarget.value.split(':').map(Number)
        const chosen = (hour ?? 0) * 60 + (minute ?? 0)
        if (event.currentTarget.value !== '' && chosen !== minutes) onChange(chosen)
      }}
    />
  )
}
