import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { indicatorsQuery } from '../indicators/indicator-queries.ts'
import type { AlertDraft } from './alert-draft.ts'

type Chosen = Pick<AlertDraft, 'key' | 'args' | 'output'>

interface IndicatorFieldsProps {
  readonly label: string
  readonly value: Chosen
  readonly error: string | undefined
  readonly onChange: (changes: Partial<Chosen>) => void
}

/** A system indicator with its arguments, as numbers, and one of its outputs by name. */
export function IndicatorFields({ label, value, error, onChange }: IndicatorFieldsProps): ReactElement {
  const all = useQuery(indicatorsQuery(true)).data ?? []
  const system = all.filter((one) => one.system)
  const choose = (key: string | null): void => {
    const next = system.find((one) => one.key === key)
    const defaults = next?.parameters.map(({ defaultValue }) => defaultValue) ?? []
    onChange({ key, args: defaults.join(', '), output: 'value' })
  }
  return (
    <SimpleGrid cols={3} spacing="sm">
      <Select
        label={label}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matches found"
        data={system.map(({ key }) => key)}
        maxDropdownHeight={260}
        value={value.key}
        error={error}
        onChange={choose}
      />
      <TextInput
        label="Arguments"
        maxLength={100}
        value={value.args}
        onChange={(event) => onChange({ args: event.currentTarget.value })}
      />
      <TextInput
        label="Output"
        placeholder="The first one"
        maxLength={60}
        value={value.output === 'value' ? '' : value.output}
        onChange={(event) => onChange({ output: event.currentTarget.value.trim() || 'value' })}
      />
    </SimpleGrid>
  )
}
