import { Text } from '@mantine/core'
import type { AlgorithmVersionSummary } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'
import { versionLabel } from '../../../entities/algorithms/version-label.ts'
import { VersionSelect } from '../../../entities/algorithms/version-select.tsx'
import { DRAFT } from '../draft-to-run.ts'

interface VersionFieldProps {
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly value: string | null
  readonly hasDraft: boolean
  /** What keeps it from being run. */
  readonly error: ReactNode
  readonly onChange: (id: string) => void
}

/** The version to run. Says whether unsaved changes in the editor are part of it. */
export function VersionField({ versions, value, hasDraft, error, onChange }: VersionFieldProps): ReactElement {
  const selected = versions.find(({ id }) => id === value)
  return (
    <div>
      <VersionSelect
        label="Version"
        versions={versions}
        unsaved={hasDraft ? { id: DRAFT, label: `${versionLabel('draft')} · ${versionLabel(null)}` } : null}
        value={value}
        error={error}
        onChange={onChange}
      />
      {hasDraft ? (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {selected === undefined
            ? 'The script in the editor is not saved. It will be saved as a new version, which then runs.'
            : `The changes in the editor are not saved and are not part of ${selected.displayVersionNo}.`}
        </Text>
      ) : null}
    </div>
  )
}
