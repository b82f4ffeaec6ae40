import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type Backtest, MAX_NOTE } from '@tradeloom/contracts'
import { type ReactElement, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { isPressed } from '../../ui/shortcut.ts'
import { BACKTEST_SHORTCUTS } from './backtest-shortcuts.ts'
import { useUpdateBacktest } from './use-update-backtest.ts'

interface NoteDialogProps {
  readonly row: Backtest
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The owner's note on a backtest, which nobody else sees. */
export function NoteDialog({ row, isOpen, onClose }: NoteDialogProps): ReactElement {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Note" size={480}>
      <NoteForm row={row} onClose={onClose} />
    </Dialog>
  )
}

function NoteForm({ row, onClose }: Omit<NoteDialogProps, 'isOpen'>): ReactElement {
  const update = useUpdateBacktest(row)
  const [note, setNote] = useState(row.note ?? '')
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const isSaved = await update({ note: note.trim() })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="sm">
        <Textarea
          aria-label="Note"
          description={`Only you can see it. ${MAX_NOTE - note.length} of ${MAX_NOTE} characters left`}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={MAX_NOTE}
          data-autofocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          onKeyDown={(event) => {
            if (isPressed(BACKTEST_SHORTCUTS.saveNote, event)) void save()
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={isBusy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
