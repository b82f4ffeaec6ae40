import { useForm, type UseFormReturnType } from '@mantine/form'
import type { MarketInstrument } from '@tradeloom/contracts'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { isClosedDay } from './run-period.ts'
import { type RunSettings, type SettingsErrors, validateSettings } from './run-settings.ts'

export type RunForm = UseFormReturnType<RunSettings>

/** Fields that are marked as missing on submit only. */
const REQUIRED = ['versionId', 'instrumentId'] as const

/** Fields of the request that have another name in the form. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  algorithmVersionId: 'versionId',
  start: 'startDay',
  end: 'endDay',
}

/** The form of a run. A change of one field can make another one invalid, so all are validated on every change. */
export function useRunForm(initial: () => RunSettings, instruments: readonly MarketInstrument[]): RunForm {
  const [initialValues] = useState(initial)
  const validate = (settings: RunSettings): SettingsErrors => {
    const instrument = instruments.find(({ id }) => id === settings.instrumentId)
    return { ...closedStart(settings, instrument), ...validateSettings(settings, instrument) }
  }
  const whileEditing = (settings: RunSettings): SettingsErrors => {
    const missing: readonly string[] = REQUIRED.filter((field) => settings[field] === null)
    return Object.fromEntries(Object.entries(validate(settings)).filter(([field]) => !missing.includes(field)))
  }
  const form: RunForm = useForm<RunSettings>({
    initialValues,
    initialErrors: whileEditing(initialValues),
    // Errors are recomputed on every change; clearing them afterwards would drop the new ones.
    clearInputErrorOnChange: false,
    validate,
    onValuesChange: (settings) => form.setErrors(whileEditing(settings)),
  })
  return form
}

/** An end moves back from a closed Saturday; a start is the day that was meant, or none. */
function closedStart({ startDay }: RunSettings, instrument: MarketInstrument | undefined): SettingsErrors {
  if (startDay === null || !isClosedDay(instrument, startDay)) return {}
  return { startDay: 'The market is closed on Saturdays. Please choose another start' }
}

/** Shows the server's errors at their fields; false when none of them belongs to a field of the form. */
export function showFieldErrors(form: RunForm, { fields }: ApiError): boolean {
  const errors = Object.entries(fields).map(([field, text]) => [FORM_FIELDS[field] ?? field, text] as const)
  const known = errors.filter(([field]) => (field.split('.')[0] ?? '') in form.values)
  form.setErrors({ ...form.errors, ...Object.fromEntries(known) })
  return known.length > 0
}

/** Leads to the field of an external. */
export function focusExternal(form: RunForm): (name: string) => void {
  return (name) => form.getInputNode(`externals.${name}`)?.focus()
}
