import { Stack, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { ExhaustiveField } from './exhaustive-field.tsx'
import type { SearchPanelProps } from './panel-props.ts'
import { SteppedField } from './stepped-field.tsx'

/** The values that each external may have, in the mode of the strategy. */
export function ExternalsPanel({ search, errors, onChange }: SearchPanelProps): ReactElement {
  const { externals, strategy } = search
  const problem = errors['externals'] ?? errors['range']
  return (
    <Stack gap="xs" data-externals>
      <Text component="h3" size="sm" fw={600} m={0}>
        Externals
      </Text>
      {Object.entries(externals).map(([name, draft]) => {
        const fieldErrors = { from: errors[`${name}.from`], to: errors[`${name}.to`], step: errors[`${name}.step`] }
        return strategy === 'exhaustive' ? (
          <ExhaustiveField
            key={name}
            name={name}
            draft={draft.exhaustive}
            errors={fieldErrors}
            onChange={(exhaustive) => onChange({ externals: { ...externals, [name]: { ...draft, exhaustive } } })}
          />
        ) : (
          <SteppedField
            key={name}
            name={name}
            draft={draft.stepped}
            errors={fieldErrors}
            onChange={(stepped) => onChange({ externals: { ...externals, [name]: { ...draft, stepped } } })}
          />
        )
      })}
      {problem === undefined ? null : (
        <Text size="xs" c="var(--danger)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}
