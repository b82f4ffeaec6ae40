import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'

/** Shows a link once; nothing can show it again. */
export function showResetLink(username: string, link: string): void {
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
