import { TextInput } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { endpoints } from '@tradeloom/contracts'
import { IconPencil } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { fieldErrors } from '../../../ui/field-errors.ts'
import classes from '../../../ui/subject-header.module.css'
import { useUpdateAlgorithm } from './use-update-algorithm.ts'

/** The name, editable in place: Enter or leaving the field saves, Escape cancels. */
export function NameField({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const [draft, setDraft] = useState<string | null>(null)
  const rename = useUpdateAlgorithm(algorithm, () => setDraft(null))
  const error = draft === null ? undefined : fieldErrors(endpoints.updateAlgorithm.body, { name: draft })['name']

  const save = (): void => {
    if (draft === null || error !== undefined || rename.isPending) return
    if (draft.trim() === algorithm.name) setDraft(null)
    else rename.mutate({ name: draft })
  }

  if (draft === null) {
    return (
      <h1>
        <button
          type="button"
          className={classes['fieldButton']}
          title="Rename"
          aria-label={`Rename ${algorithm.name}`}
          onClick={() => setDraft(algorithm.name)}
        >
          <span className="truncate">{algorithm.name}</span>
          <IconPencil size={14} aria-hidden />
        </button>
      </h1>
    )
  }
  return (
    <TextInput
      aria-label="Algorithm name"
      value={draft}
      error={error}
      autoFocus
      maxLength={120}
      w={320}
      readOnly={rename.isPending}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
