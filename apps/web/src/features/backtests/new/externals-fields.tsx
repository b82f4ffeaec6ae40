import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { ExternalDeclaration } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import type { RunForm } from '../../../entities/run-settings/use-run-form.ts'

interface ExternalsFieldsProps {
  readonly form: RunForm
  readonly declared: readonly ExternalDeclaration[]
}

/** One number for each external that the version declares. */
export function ExternalsFields({ form, declared }: ExternalsFieldsProps): ReactElement {
  if (declared.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        This version has no externals.
      </Text>
    )
  }
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={600} mb={6} p={0}>
        Externals
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
        {declared.map(({ name }) => (
          <TextInput key={name} label={name} inputMode="decimal" {...form.getInputProps(`externals.${name}`)} />
        ))}
      </SimpleGrid>
    </fieldset>
  )
}
