import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactElement } from 'react'
import { useAuthPrompt } from './auth-prompt.ts'

const reload = (): void => location.reload()

/** After a 401 nothing on the page may still be shown, so it is reloaded. */
export function ExpiredDialog(): ReactElement {
  const isExpired = useAuthPrompt((state) => state.isExpired)
  return (
    <Modal opened={isExpired} onClose={reload} title="Login session" size={360} closeOnClickOutside={false}>
      <Text size="sm">Your login session has expired.</Text>
      <Group justify="flex-end" mt="md">
        <Button size="sm" onClick={reload} data-autofocus>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
