import { Stack, Text } from '@mantine/core'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
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
        <LinkToCopy label="Link" link={link} isFocused />
      </Stack>
    ),
  })
}
