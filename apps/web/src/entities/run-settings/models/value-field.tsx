import { NumberInput } from '@mantine/core'
import { type Field, NONE, type Setting } from '@tradeloom/domain'
import type { ReactElement } from 'react'
import { ChoiceField } from './choice-field.tsx'
import { FIELD_ORDER } from './field-order.ts'
import type { ModelsForm } from './models-form.ts'
import { TiersField } from './tiers-field.tsx'

interface ValueFieldProps {
  readonly models: ModelsForm
  readonly setting: Setting
  readonly name: string
  readonly field: Field
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** Weekdays first, as in swap calendars. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const

/** One value of a run model. The label ends with the unit, which is also what a screen reader says. */
export function ValueField({ models, setting, name, field }: ValueFieldProps): ReactElement {
  const { form, errors } = models
  const path = `settings.${setting.key}.values.${name}` as const
  const error = errors[`${setting.key}.${name}`]
  const props = form.getInputProps(path)
  if (field.kind === 'tiers') {
    return (
      <TiersField
        field={field}
        tiers={props.value}
        error={error}
        onChange={(tiers) => form.setFieldValue(path, tiers)}
      />
    )
  }
  if (field.kind === 'weekday') {
    const choices = WEEKDAYS.map((day) => ({ value: String(day), title: DAYS[day], help: field.help }))
    const none = { value: NONE, title: 'None', help: 'Every night counts once.' }
    return (
      <ChoiceField label={field.title} choices={[none, ...choices]} value={props.value} onChange={props.onChange} />
    )
  }
  return (
    <NumberInput
      label={`${field.title} (${field.unit})`}
      description={field.help}
      inputWrapperOrder={FIELD_ORDER}
      step={field.step}
      thousandSeparator=","
      {...props}
      error={error}
    />
  )
}
