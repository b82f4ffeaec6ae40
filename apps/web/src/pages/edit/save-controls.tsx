import { Button, TextInput } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import classes from '../../entities/scripts/editor.module.css'
import { Hint } from '../../ui/hint.tsx'
import { keysText } from '../../ui/shortcut.ts'
import { EDITOR_SHORTCUTS } from '../../entities/scripts/editor-shortcuts.ts'
import { PopUp } from '../../ui/pop-up.tsx'

interface SaveControlsProps {
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly message: string
  readonly onMessage: (message: string) => void
  readonly onSave: () => void
}

function MessageField({ message, onMessage, onSave }: SaveControlsProps): ReactElement {
  return (
    <TextInput
      aria-label="Commit message"
      data-tour="commit"
      placeholder="Commit message"
      size="xs"
      maxLength={500}
      value={message}
      className={classes['message'] ?? ''}
      onChange={(event) => onMessage(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onSave()}
    />
  )
}

function SaveButton({ isDirty, isSaving, onSave }: SaveControlsProps): ReactElement {
  return (
    <Hint label={`${EDITOR_SHORTCUTS.save.does} (${keysText(EDITOR_SHORTCUTS.save)})`}>
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
        disabled={!isDirty}
        loading={isSaving}
        onClick={onSave}
      >
        Save
      </Button>
    </Hint>
  )
}

/** Save state, commit message and the Save button; on narrow screens the message is in a box beside it. */
export function SaveControls(props: SaveControlsProps): ReactElement {
  const { isDirty, isSaving, onSave } = props
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const state = isDirty ? 'Not saved' : 'All changes saved'
  if (!isNarrow) {
    return (
      <>
        <span className={classes['saveState']} role="status">
          {state}
        </span>
        {isDirty ? (
          <span className={classes['messagePlace']}>
            <MessageField {...props} />
          </span>
        ) : null}
        <SaveButton {...props} />
      </>
    )
  }
  const save = (): void => {
    close()
    onSave()
  }
  return (
    <>
      <span className="visually-hidden" role="status">
        {state}
      </span>
      <Button
        ref={setTarget}
        variant="default"
        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen && isDirty}
        disabled={!isDirty}
        loading={isSaving}
        onClick={toggle}
      >
        Save
      </Button>
      <PopUp
        isOpen={isOpen && isDirty}
        onClose={close}
        target={target}
        label="Save as a new version"
        className={classes['saving']}
        takesFocus
      >
        <MessageField {...props} onSave={save} />
        <SaveButton {...props} onSave={save} />
      </PopUp>
    </>
  )
}
