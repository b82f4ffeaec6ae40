import { NumberInput, Select, SimpleGrid, Text } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import type { MarketInstrument } from './types.ts'
import type { DraftErrors, ModelsDraft, NumberKey } from './models-draft.ts'
import classes from './new-backtest.module.css'

export interface ModelFieldsProps {
  readonly draft: ModelsDraft
  readonly errors: DraftErrors
  readonly onChange: (changes: Partial<ModelsDraft>) => void
}

/** For the models that are about what the instrument's data lack. */
export interface PriceFieldsProps extends ModelFieldsProps {
  /** Whether the data have one price instead of bid and ask. */
  readonly isOnePrice: boolean
  /** Instruments whose quotes tell a spread by hour. */
  readonly quoted: readonly MarketInstrument[]
}

/** Label, field, what is wrong with it, and what it does to a backtest. */
const ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

interface NumberFieldProps extends ModelFieldsProps {
  readonly name: NumberKey
  readonly label: string
  readonly hint: string
  readonly unit: string
  readonly step: number
}

/** The label ends with the unit, which is also what a screen reader says. */
export function NumberField(props: NumberFieldProps): ReactElement {
  const { draft, errors, onChange, name, label, hint, unit, step } = props
  return (
    <NumberInput
      label={`${label} (${unit})`}
      description={hint}
      inputWrapperOrder={ORDER}
      step={step}
      thousandSeparator=","
      value={draft.numbers[name]}
      error={errors[name]}
      onChange={(value) => onChange({ numbers: { ...draft.numbers, [name]: value } })}
    />
  )
}

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint: string
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  /** Why there is nothing to choose. */
  readonly unused?: string | undefined
  readonly onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactElement {
  const { label, choices, value, unused, onChange } = props
  return (
    <Select
      label={label}
      description={unused ?? choices.find((choice) => choice.value === value)?.hint}
      disabled={unused !== undefined}
      inputWrapperOrder={ORDER}
      allowDeselect={false}
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value}
      onChange={(next) => next !== null && onChange(next as Value)}
    />
  )
}

export function FieldGroup({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <fieldset className={classes['group']}>
      <Text component="legend" className={classes['legend']}>
        {title}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </fieldset>
  )
}
