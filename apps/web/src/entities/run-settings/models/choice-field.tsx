import { Select } from '@mantine/core'
import type { ReactElement } from 'react'
import { FIELD_ORDER } from './field-order.ts'

interface ChoiceFieldProps {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly title: string; readonly help: string }[]
  readonly value: string
  readonly isDisabled?: boolean
  readonly onChange?: (value: string) => void
}

/** The effect of the choice on a backtest is described below the field. */
export function ChoiceField({ label, choices, value, isDisabled, onChange }: ChoiceFieldProps): ReactElement {
  return (
    <Select
      label={label}
      description={choices.find((choice) => choice.value === value)?.help}
      disabled={isDisabled === true}
      inputWrapperOrder={FIELD_ORDER}
      allowDeselect={false}
      data={choices.map((choice) => ({ value: choice.value, label: choice.title }))}
      value={value}
      onChange={(next) => next !== null && onChange?.(next)}
    />
  )
}
