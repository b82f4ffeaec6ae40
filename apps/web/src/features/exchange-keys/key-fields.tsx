import { PasswordInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CREDENTIAL_FORMS, type ExchangeBroker } from '@tradeloom/contracts'
import type { ReactElement } from 'react'

const FORMS = Object.values(CREDENTIAL_FORMS)
type Fields = (typeof FORMS)[number]['fields']

/** The fields of all forms: another broker may have another one. */
export const NO_FIELDS: Readonly<Record<string, string>> = Object.fromEntries(
  FORMS.flatMap(({ fields }) => fields.map(({ name }) => [name, ''])),
)

/** What keys of a broker are entered with. */
export function fieldsOf(formStyle: ExchangeBroker['formStyle'] | undefined): Fields | readonly [] {
  return FORMS.find(({ style }) => style === formStyle)?.fields ?? []
}

interface KeyFieldsProps {
  readonly fields: Fields | readonly []
  readonly form: UseFormReturnType<Record<string, string>>
}

export function KeyFields({ fields, form }: KeyFieldsProps): ReactElement[] {
  return fields.map(({ name, label, isSecret }) => {
    const Input = isSecret ? PasswordInput : TextInput
    return <Input key={name} label={label} autoComplete="off" spellCheck={false} {...form.getInputProps(name)} />
  })
}
