import { Button, Group, Stack, TagsInput, Textarea } from '@mantine/core'
import type { KeyboardEvent, ReactElement } from 'react'
import { isPressed } from '../../../ui/shortcut.ts'
import { DESCRIPTION_SHORTCUTS } from '../description-shortcuts.ts'
import type { DescriptionDraft } from './use-description-draft.ts'

const MAX_LENGTH = 20_000
const MAX_TAGS = 5
const MAX_TAG_LENGTH = 24

/** Text and tags; keys save or cancel. */
export function DescriptionEditor({ draft }: { readonly draft: DescriptionDraft }): ReactElement {
  const { text, tags, isDirty, isSaving } = draft
  const keys = (event: KeyboardEvent): void => {
    if (isPressed(DESCRIPTION_SHORTCUTS.save, event)) draft.save()
    else if (isPressed(DESCRIPTION_SHORTCUTS.cancel, event)) draft.cancel()
    else return
    event.preventDefault()
  }
  return (
    <Stack
      gap={14}
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        draft.save()
      }}
    >
      <Textarea
        label="Description"
        description="Plain text; web addresses become links."
        rows={14}
        resize="vertical"
        maxLength={MAX_LENGTH}
        // Editing was just asked for.
        autoFocus
        value={text}
        // Not disabled: that would take the focus, and with it the keys, from a save that fails.
        readOnly={isSaving}
        onChange={(event) => draft.setText(event.currentTarget.value)}
        onKeyDown={keys}
      />
      <TagsInput
        label="Tags"
        description="Up to 5, to be found by."
        maxTags={MAX_TAGS}
        value={[...tags]}
        readOnly={isSaving}
        onChange={(next) => draft.setTags(next.map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH)).filter(Boolean))}
        onKeyDown={keys}
      />
      <Group gap="xs">
        <Button size="sm" type="submit" disabled={!isDirty} loading={isSaving}>
          Save
        </Button>
        <Button size="sm" variant="default" disabled={isSaving} onClick={draft.cancel}>
          Cancel
        </Button>
        <span className="muted" role="status">
          {isDirty ? 'Not saved' : ''}
        </span>
      </Group>
    </Stack>
  )
}
