import { Select } from '@mantine/core'
import type { ReactElement } from 'react'

interface TagSelectProps {
  readonly label: string
  /** Of the run; nothing is shown without any. */
  readonly tags: readonly string[]
  /** Null for any tag, empty for none. */
  readonly value: string | null
  readonly onChange: (tag: string | null) => void
}

/** Chooses rows by the tag that the script gave them. */
export function TagSelect({ label, tags, value, onChange }: TagSelectProps): ReactElement | null {
  if (tags.length === 0) return null
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder="Any tag"
      clearable
      data={[...tags.map((tag) => ({ value: `=${tag}`, label: tag })), { value: '=', label: 'No tag' }]}
      value={value === null ? null : `=${value}`}
      onChange={(chosen) => onChange(chosen === null ? null : chosen.slice(1))}
    />
  )
}
