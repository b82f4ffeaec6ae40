import { Select, Tooltip } from '@mantine/core'
import type { AlgorithmVersionSummary } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { formatMinute } from '../../ui/format.ts'
import { versionLabel } from './version-label.ts'

interface VersionSelectProps {
  readonly label: string
  /** Newest first. */
  readonly versions: readonly AlgorithmVersionSummary[]
  /** A draft that is not saved as a version, listed first. */
  readonly unsaved?: { readonly id: string; readonly label: string } | null
  readonly value: string | null
  readonly error?: ReactNode
  readonly onChange: (id: string) => void
}

/** Picks a version and warns when it is not the latest. */
export function VersionSelect({ label, versions, unsaved, value, error, onChange }: VersionSelectProps): ReactElement {
  const isOld = value !== null && value !== unsaved?.id && versions[0]?.id !== value
  return (
    <Select
      label={label}
      placeholder={versions.length === 0 ? 'No versions saved yet' : ''}
      allowDeselect={false}
      value={value}
      error={error}
      data={[
        ...(unsaved ? [{ value: unsaved.id, label: unsaved.label }] : []),
        ...versions.map((version, index) => ({
          value: version.id,
          label: [versionLabel(version, index === 0), version.message, formatMinute(version.time)]
            .filter((part) => part !== '')
            .join(' · '),
        })),
      ]}
      onChange={(id) => id !== null && onChange(id)}
      rightSectionPointerEvents={isOld ? 'auto' : 'none'}
      {...(isOld && {
        rightSection: (
          <Tooltip label="Selected version is not the most recent!">
            <IconAlertTriangle
              size={16}
              color="var(--warn)"
              tabIndex={0}
              role="img"
              aria-label="Selected version is not the most recent!"
            />
          </Tooltip>
        ),
      })}
    />
  )
}
