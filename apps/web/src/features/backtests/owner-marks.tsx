import { ActionIcon } from '@mantine/core'
import type { Backtest } from '@tradeloom/contracts'
import { IconNote, IconNotes } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { NoteDialog } from './note-dialog.tsx'
import { StarButton } from './star-button.tsx'

/** The owner's star and note of a backtest. */
export function OwnerMarks({ row }: { readonly row: Backtest }): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  if (row.readOnly) return null
  return (
    <>
      <StarButton row={row} />
      <ActionIcon
        size={24}
        aria-label={row.note ? 'Edit note' : 'Add note'}
        title={row.note || 'Add note'}
        onClick={() => setOpen(true)}
      >
        {row.note ? <IconNote size={15} aria-hidden /> : <IconNotes size={15} aria-hidden />}
      </ActionIcon>
      <NoteDialog row={row} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
