import { TextInput } from '@mantine/core'
import { endpoints, type Indicator } from '@tradeloom/contracts'
import { IconPencil } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { fieldErrors } from '../../../ui/field-errors.ts'
import classes from '../../../ui/subject-header.module.css'

interface IndicatorFieldProps {
  readonly indicator: Indicator
  readonly field: 'name' | 'key'
  readonly isSaving: boolean
  /** Resolves to false when the value was not saved. */
  readonly onSave: (value: string) => Promise<boolean>
}

const LABELS = { name: 'Indicator name', key: 'Indicator key' } as const
const LENGTHS = { name: 120, key: 40 } as const

/** The name or the key, editable in place: Enter or leaving the field saves, Escape cancels. */
export function IndicatorField({ indicator, field, isSaving, onSave }: IndicatorFieldProps): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  const value = indicator[field]
  const error = draft === null ? undefined : fieldErrors(endpoints.updateIndicator.body, { [field]: draft })[field]

  const save = async (): Promise<void> => {
    if (draft === null || error !== undefined || isSaving) return
    if (draft.trim() === value || (await onSave(draft))) setDraft(null)
  }

  if (draft === null) {
    const text = <span className={`truncate ${field === 'key' ? 'mono' : ''}`}>{value}</span>
    return (
      <button
        type="button"
        className={classes['fieldButton']}
        title={field === 'key' ? 'Change the key' : 'Rename'}
        aria-label={field === 'key' ? `Change the key ${value}` : `Rename ${value}`}
        onClick={() => setDraft(value)}
      >
        {text}
        <IconPencil size={14} aria-hidden />
      </button>
    )
  }
  return (
    <TextInput
      aria-label={LABELS[field]}
      value={draft}
      error={error}
      autoFocus
      maxLength={LENGTHS[field]}
      w={field === 'key' ? 220 : 320}
      readOnly={isSaving}
      classNames={{ input: field === 'key' ? 'mono' : '' }}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
