import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { loadModals } from '../../ui/modals.tsx'

interface NameFormProps {
  readonly name: string
  readonly onName: (name: string | null) => void
}

function NameForm({ name, onName }: NameFormProps): ReactElement {
  const [text, setText] = useState(name)
  const [error, setError] = useState<string | null>(null)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') setError('Please enter a name')
        else onName(text.trim())
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          maxLength={120}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setError(null)
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={() => onName(null)}>
            Cancel
          </Button>
          <Button size="sm" type="submit">
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Asks for another name; null when the dialog was closed. */
export async function askForName(title: string, name: string): Promise<string | null> {
  const modals = await loadModals()
  return new Promise((resolve) => {
    const finish = (next: string | null): void => {
      resolve(next)
      modals.close(id)
    }
    const id: string = modals.open({
      title,
      size: 400,
      closeButtonProps: { 'aria-label': 'Close' },
      children: <NameForm name={name} onName={finish} />,
      onClose: () => resolve(null),
    })
  })
}
