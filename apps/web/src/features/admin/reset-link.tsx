import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { loadModals } from '../../ui/modals.tsx'

/** Shows a link once; nothing can show it again. */
export async function showResetLink(username: string, link: string): Promise<void> {
  const modals = await loadModals()
  modals.open({
    title: `New password for ${username}`,
    size: 520,
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <Stack gap="sm">
        <Text size="sm">With this link, {username} can choose a new password, once and within an hour.</Text>
        <TextInput label="Link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Group justify="flex-end">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button size="sm" onClick={copy} data-autofocus>
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    ),
  })
}
