import { Text } from '@mantine/core'
import type { AlgorithmVersionSummary } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { VersionSelect } from '../../algorithms/version-select.tsx'
import { DRAFT } from '../draft-to-run.ts'

interface VersionFieldProps {
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly value: string | null
  readonly hasDraft: boolean
  readonly onChange: (id: string) => void
}

/** Which version runs; with a changed script in the editor it says which of the two it is. */
export function VersionField({ versions, value, hasDraft, onChange }: VersionFieldProps): ReactElement {
  const chosen = versions.find(({ id }) => id === value)
  return (
    <div>
      <VersionSelect
        label="Version"
        versions={versions}
        unsaved={hasDraft ? { id: DRAFT, label: 'New version · Not saved' } : null}
        value={value}
        onChange={onChange}
      />
      {hasDraft ? (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {chosen === undefined
            ? 'The script in the editor is not saved. It is saved as a new version, and that version runs.'
            : `The changes in the editor are not saved and are not part of ${chosen.displayVersionNo}.`}
        </Text>
      ) : null}
    </div>
  )
}
